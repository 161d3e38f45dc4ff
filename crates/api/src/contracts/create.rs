//! `POST /contracts`

use axum::http::Method;
use records::{Area, Contract, ContractCreate};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/contracts",
        id: "createContract",
        tag: TAG,
        summary: "Create a contract",
        description: "What a customer is offered, to be signed and then carried out. At least \
            one of \
            `bundle_pricing_id`, `product_pricing_ids` and `onetime_items` is needed. It is checked \
            and valued as if it were carried out now.",
        grant: write(Area::PROPOSAL),
        query: &[],
        body: Some(record::<ContractCreate>()),
        status: 200,
        answer: record::<Contract>(),
        action: Action::Write(|session, call| engine::contracts::create(session, &call.sent())),
    }
}
