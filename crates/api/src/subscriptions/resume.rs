//! `POST /subscriptions/{id or identifier}/resume`

use axum::http::Method;
use records::{Area, Subscription};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/subscriptions/{id}/resume",
        id: "resumeSubscription",
        tag: TAG,
        summary: "Resume a subscription",
        description: "Ends a pause now; drafts that it kept become final. 409 where it is \
            not paused.",
        grant: write(Area::SUBSCRIPTIONS),
        query: &[],
        body: None,
        status: 200,
        answer: record::<Subscription>(),
        action: Action::Write(|session, call| {
            engine::subscriptions::resume(session, call.segment("id"))
        }),
    }
}
