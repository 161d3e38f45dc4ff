//! `GET /invoices/{uuid}`

use axum::http::Method;
use records::{Area, Invoice};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, read};

pub fn operation() -> Operation {
    Operation {
        method: Method::GET,
        path: "/invoices/{uuid}",
        id: "getInvoice",
        tag: TAG,
        summary: "Get an invoice",
        description: "With all its lines.",
        grant: read(Area::INVOICES),
        query: &[],
        body: None,
        status: 200,
        answer: record::<Invoice>(),
        action: Action::Get(|session, call| engine::invoices::get(session, &call.id("uuid"))),
    }
}
