//! `GET /invoices/{uuid}/emails`

use axum::http::Method;
use records::{Area, Email};

use super::TAG;
use crate::openapi::{page_of, record};
use crate::operation::{Action, LIST, Operation, read};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::GET,
        path: "/invoices/{uuid}/emails",
        id: "listInvoiceEmails",
        tag: TAG,
        summary: "List the e-mails about an invoice",
        description: "What was sent about it, waits for its day, or was not sent, with the \
            reason; in the order in which it was caused.",
        grant: read(Area::INVOICES),
        query: LIST,
        body: None,
        status: 200,
        answer: page_of("EmailsPage", record::<Email>()),
        action: Action::Search(|session, call| {
            let (uuid, list) = (call.id("uuid"), call.list());
            page::listed(&engine::emails::of_invoice(session, (&uuid, &list))?)
        }),
    }
}
