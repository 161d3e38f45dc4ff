//! `POST /subscriptions/{id}/usage`

use axum::http::Method;
use records::Area;
use records::usage::{UsageAnswer, UsageRequest};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, read};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/subscriptions/{id}/usage",
        id: "getSubscriptionUsage",
        tag: TAG,
        summary: "See what a subscription used",
        description: "Of one metered component, in a period that is cut where its billing periods \
            end; without one, in the period that runs. The breakdown has a row for each day and \
            group: days are those of the subscription's zone. Up to 400 days and 100 periods.",
        grant: read(Area::SUBSCRIPTIONS),
        query: &[],
        body: Some(record::<UsageRequest>()),
        status: 200,
        answer: record::<UsageAnswer>(),
        action: Action::Search(|session, call| {
            let asked: UsageRequest = call.read()?;
            page::record(&engine::usage::of_subscription(session, call.segment("id"), &asked)?)
        }),
    }
}
