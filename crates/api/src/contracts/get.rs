//! `GET /contracts/{id}`

use axum::http::Method;
use records::{Area, Contract};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, read};

pub fn operation() -> Operation {
    Operation {
        method: Method::GET,
        path: "/contracts/{id}",
        id: "getContract",
        tag: TAG,
        summary: "Get a contract",
        description: "With everything that it refers to as that is now.",
        grant: read(Area::PROPOSAL),
        query: &[],
        body: None,
        status: 200,
        answer: record::<Contract>(),
        action: Action::Get(|session, call| engine::contracts::get(session, &call.id("id"))),
    }
}
