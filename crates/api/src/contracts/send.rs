//! `POST /contracts/{id}/send`

use axum::http::Method;
use records::{Area, Contract};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/contracts/{id}/send",
        id: "sendContract",
        tag: TAG,
        summary: "Send a contract",
        description: "A draft can be signed from now on: its document is filled in once more \
            and stands. A \
            variable without a value is refused by its name.",
        grant: write(Area::PROPOSAL),
        query: &[],
        body: None,
        status: 200,
        answer: record::<Contract>(),
        action: Action::Write(|session, call| engine::contracts::send(session, &call.id("id"))),
    }
}
