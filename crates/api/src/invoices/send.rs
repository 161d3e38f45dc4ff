//! `POST /invoices/{uuid}/send`

use axum::http::Method;
use records::{Area, Invoice};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/invoices/{uuid}/send",
        id: "sendInvoice",
        tag: TAG,
        summary: "Send an invoice by e-mail",
        description: "Puts a mail on its way to the customer who pays, with copies to its \
            `billing_emails`; `/invoices/{uuid}/emails` tells what became of it. 409 on a draft \
            or void invoice, where customer or company has no address, and where the server was \
            started without `--smtp-url`.",
        grant: write(Area::INVOICES),
        query: &[],
        body: None,
        status: 200,
        answer: record::<Invoice>(),
        action: Action::Write(|session, call| engine::emails::send(session, &call.id("uuid"))),
    }
}
