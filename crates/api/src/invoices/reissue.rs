//! `POST /invoices/{uuid}/reissue`

use axum::http::Method;
use records::{Area, Invoice};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/invoices/{uuid}/reissue",
        id: "reissueInvoice",
        tag: TAG,
        summary: "Reissue an invoice",
        description: "Bills the lines of a void invoice again, once, from the data of today; \
            answers the new invoice.",
        grant: write(Area::INVOICES),
        query: &[],
        body: None,
        status: 200,
        answer: record::<Invoice>(),
        action: Action::Write(|session, call| engine::invoices::reissue(session, &call.id("uuid"))),
    }
}
