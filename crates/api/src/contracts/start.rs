//! `POST /contracts/{id}/start`

use axum::http::Method;
use records::{Area, Contract};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/contracts/{id}/start",
        id: "startContract",
        tag: TAG,
        summary: "Start a contract",
        description: "What everybody has signed and waits for this is carried out, once. \
            Whatever does not allow \
            that is said, and nothing changes.",
        grant: write(Area::PROPOSAL),
        query: &[],
        body: None,
        status: 200,
        answer: record::<Contract>(),
        action: Action::Write(|session, call| engine::contracts::start(session, &call.id("id"))),
    }
}
