//! `POST /subscriptions/{id or identifier}/undo_cancel`

use axum::http::Method;
use records::{Area, Subscription};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/subscriptions/{id}/undo_cancel",
        id: "undoSubscriptionCancel",
        tag: TAG,
        summary: "Undo a cancel",
        description: "While it has not taken effect; 409 otherwise.",
        grant: write(Area::SUBSCRIPTIONS),
        query: &[],
        body: None,
        status: 200,
        answer: record::<Subscription>(),
        action: Action::Write(|session, call| {
            engine::subscriptions::undo_cancel(session, call.segment("id"))
        }),
    }
}
