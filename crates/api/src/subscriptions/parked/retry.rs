//! `POST /parked/{id}/retry`

use axum::http::Method;
use records::{Area, Subscription};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/parked/{id}/retry",
        id: "retryParked",
        tag: TAG,
        summary: "Retry a parked subscription",
        description: "Bills what it missed, now, and answers the subscription. It is parked again \
            where its billing still fails.",
        grant: write(Area::SUBSCRIPTIONS),
        query: &[],
        body: None,
        status: 200,
        answer: record::<Subscription>(),
        action: Action::Write(|session, call| engine::parked::retry(session, call.segment("id"))),
    }
}
