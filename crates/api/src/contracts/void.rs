//! `POST /contracts/{id}/void`

use axum::http::Method;
use records::{Area, Contract};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/contracts/{id}/void",
        id: "voidContract",
        tag: TAG,
        summary: "Void a contract",
        description: "It is taken back: nobody can sign or start it any more. One that was \
            executed stays.",
        grant: write(Area::PROPOSAL),
        query: &[],
        body: None,
        status: 200,
        answer: record::<Contract>(),
        action: Action::Write(|session, call| engine::contracts::void(session, &call.id("id"))),
    }
}
