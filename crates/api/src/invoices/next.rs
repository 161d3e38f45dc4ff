//! `POST /invoices/next`

use axum::http::Method;
use records::invoice::next::NextInvoice;
use records::{Area, Invoice};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, read};

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/invoices/next",
        id: "previewInvoice",
        tag: TAG,
        summary: "Preview an invoice",
        description: "The coming invoice of a subscription or a customer, or the one that a \
            change or a cancel would make if it were asked for now. Nothing is written: `uuid` \
            and `number` are null. 409 where nothing would be billed.",
        grant: read(Area::INVOICES),
        query: &[],
        body: Some(record::<NextInvoice>()),
        status: 200,
        answer: record::<Invoice>(),
        action: Action::Search(|session, call| engine::invoices::next(session, &call.sent())),
    }
}
