//! `POST /subscriptions/{id or identifier}/cancel`

use axum::http::Method;
use records::subscription::cancel::CancelRequest;
use records::{Area, Subscription};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/subscriptions/{id}/cancel",
        id: "cancelSubscription",
        tag: TAG,
        summary: "Cancel a subscription",
        description: "Ends it at the end of the period unless `timing` says otherwise. \
            `cancel_date` is when this was asked for, `end_date` when it takes \
            effect; what it gives back and what is left to bill are invoiced then, \
            before the answer if that is now.",
        grant: write(Area::SUBSCRIPTIONS),
        query: &[],
        body: Some(record::<CancelRequest>()),
        status: 200,
        answer: record::<Subscription>(),
        action: Action::Write(|session, call| {
            engine::subscriptions::cancel(session, call.segment("id"), &call.sent())
        }),
    }
}
