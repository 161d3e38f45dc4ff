//! `POST /subscriptions/{id or identifier}/undo_change`

use axum::http::Method;
use records::{Area, Subscription};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/subscriptions/{id}/undo_change",
        id: "undoSubscriptionChange",
        tag: TAG,
        summary: "Undo a change",
        description: "Drops the change that was asked for and waits for its date; changes \
            that came with the subscription stay. 409 where none waits.",
        grant: write(Area::SUBSCRIPTIONS),
        query: &[],
        body: None,
        status: 200,
        answer: record::<Subscription>(),
        action: Action::Write(|session, call| {
            engine::subscriptions::undo_change(session, call.segment("id"))
        }),
    }
}
