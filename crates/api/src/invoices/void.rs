//! `POST /invoices/{uuid}/void`

use axum::http::Method;
use records::{Area, Invoice};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/invoices/{uuid}/void",
        id: "voidInvoice",
        tag: TAG,
        summary: "Void an invoice",
        description: "Takes a draft, open or paid invoice back: payments count as refunded, \
            credits come back, and a final one gets a credit-note number. Its usage and \
            recurring lines are waived.",
        grant: write(Area::INVOICES),
        query: &[],
        body: None,
        status: 200,
        answer: record::<Invoice>(),
        action: Action::Write(|session, call| engine::invoices::void(session, &call.id("uuid"))),
    }
}
