//! `POST /subscriptions/{id or identifier}/extend`

use axum::http::Method;
use records::subscription::pause::ExtendRequest;
use records::{Area, Subscription};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/subscriptions/{id}/extend",
        id: "extendTrial",
        tag: TAG,
        summary: "Extend a trial",
        description: "Moves the end of a trial that is running; 409 on anything else.",
        grant: write(Area::SUBSCRIPTIONS),
        query: &[],
        body: Some(record::<ExtendRequest>()),
        status: 200,
        answer: record::<Subscription>(),
        action: Action::Write(|session, call| {
            engine::subscriptions::extend(session, call.segment("id"), &call.sent())
        }),
    }
}
