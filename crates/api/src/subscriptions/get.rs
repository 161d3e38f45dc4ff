//! `GET /subscriptions/{id or identifier}`

use axum::http::Method;
use records::{Area, Subscription};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, read};

pub fn operation() -> Operation {
    Operation {
        method: Method::GET,
        path: "/subscriptions/{id}",
        id: "getSubscription",
        tag: TAG,
        summary: "Get a subscription",
        description: "The path takes an id or an identifier.",
        grant: read(Area::SUBSCRIPTIONS),
        query: &[],
        body: None,
        status: 200,
        answer: record::<Subscription>(),
        action: Action::Get(|session, call| {
            engine::subscriptions::get(session, call.segment("id"))
        }),
    }
}
