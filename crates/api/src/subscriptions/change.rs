//! `POST /subscriptions/{id or identifier}/change`

use axum::http::Method;
use records::subscription::change::ChangeRequest;
use records::{Area, Subscription};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/subscriptions/{id}/change",
        id: "changeSubscription",
        tag: TAG,
        summary: "Change a subscription",
        description: "Other pricings, quantities or terms, now or at a date. \
            `product_pricing_ids` is the whole new set; what is not sent stays as \
            it is. What waits for a date shows in `change_date` and \
            `change_config`, and a new change takes its place. What a change at \
            once causes is invoiced before the answer.",
        grant: write(Area::SUBSCRIPTIONS),
        query: &[],
        body: Some(record::<ChangeRequest>()),
        status: 200,
        answer: record::<Subscription>(),
        action: Action::Write(|session, call| {
            engine::subscriptions::change(session, call.segment("id"), &call.sent())
        }),
    }
}
