//! `POST /contracts/{id}/sign_offline`

use axum::http::Method;
use records::contract::sign::SignOffline;
use records::{Area, Contract};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/contracts/{id}/sign_offline",
        id: "signContractOffline",
        tag: TAG,
        summary: "Record that a contract was signed on paper",
        description: "Everybody has signed. What does not wait for a start is carried out in \
            the same transaction; whatever does not allow that is said, and nothing changes.",
        grant: write(Area::PROPOSAL),
        query: &[],
        body: Some(record::<SignOffline>()),
        status: 200,
        answer: record::<Contract>(),
        action: Action::Write(|session, call| {
            engine::contracts::sign_offline(session, &call.id("id"), &call.sent())
        }),
    }
}
