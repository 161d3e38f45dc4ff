//! `POST /subscriptions/{id or identifier}/pause`

use axum::http::Method;
use records::subscription::pause::PauseRequest;
use records::{Area, Subscription};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/subscriptions/{id}/pause",
        id: "pauseSubscription",
        tag: TAG,
        summary: "Pause a subscription",
        description: "Billing dates make drafts that are kept until it goes on, or void \
            invoices. Everything else goes on: it renews, can be changed and \
            cancelled.",
        grant: write(Area::SUBSCRIPTIONS),
        query: &[],
        body: Some(record::<PauseRequest>()),
        status: 200,
        answer: record::<Subscription>(),
        action: Action::Write(|session, call| {
            engine::subscriptions::pause(session, call.segment("id"), &call.sent())
        }),
    }
}
