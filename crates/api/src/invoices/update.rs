//! `PATCH /invoices/{uuid}`

use axum::http::Method;
use records::{Area, Invoice};

use super::TAG;
use crate::openapi::{projection, record};
use crate::operation::{Action, Operation, write};

pub fn operation() -> Operation {
    Operation {
        method: Method::PATCH,
        path: "/invoices/{uuid}",
        id: "updateInvoice",
        tag: TAG,
        summary: "Update an invoice",
        description: "While nothing is paid; 409 once it is paid, paid in part or void. What is \
            not sent is kept, `null` clears notes and metadata.",
        grant: write(Area::INVOICES),
        query: &[],
        body: Some(projection::<Invoice>("InvoiceUpdate", Invoice::WRITABLE, &[])),
        status: 200,
        answer: record::<Invoice>(),
        action: Action::Write(|session, call| {
            engine::invoices::update(session, &call.id("uuid"), &call.patch())
        }),
    }
}
