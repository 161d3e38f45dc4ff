//! `POST /invoices/{uuid}/finalize`

use axum::http::Method;
use records::{Area, Invoice};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/invoices/{uuid}/finalize",
        id: "finalizeInvoice",
        tag: TAG,
        summary: "Finalize an invoice",
        description: "Makes a draft final before its time: it is numbered, credits are applied, \
            and nothing of it changes any more but payments.",
        grant: write(Area::INVOICES),
        query: &[],
        body: None,
        status: 200,
        answer: record::<Invoice>(),
        action: Action::Write(|session, call| {
            engine::invoices::finalize(session, &call.id("uuid"))
        }),
    }
}
