//! `PATCH /contracts/{id}`

use axum::http::Method;
use records::{Area, Contract, ContractCreate};

use super::TAG;
use crate::openapi::{Schema, object, record, some_of};
use crate::operation::{Action, Operation, write};

pub fn operation() -> Operation {
    Operation {
        method: Method::PATCH,
        path: "/contracts/{id}",
        id: "updateContract",
        tag: TAG,
        summary: "Update a draft",
        description: "What is not sent is kept, `null` clears; lists and maps are replaced whole. \
            What was sent to be signed stays as it is.",
        grant: write(Area::PROPOSAL),
        query: &[],
        body: Some(body()),
        status: 200,
        answer: record::<Contract>(),
        action: Action::Write(|session, call| {
            engine::contracts::update(session, &call.id("id"), &call.patch())
        }),
    }
}

fn body() -> Schema {
    Schema::new(|components| {
        let fields = some_of::<ContractCreate>(components, ContractCreate::CHANGEABLE);
        object(components, "ContractUpdate", fields, &[])
    })
}
