//! `POST /invoices/find`

use axum::http::Method;
use engine::find::FindRequest;
use records::{Area, Invoice};

use super::TAG;
use crate::openapi::{find_body, page_of, record};
use crate::operation::{Action, Operation, read};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/invoices/find",
        id: "findInvoices",
        tag: TAG,
        summary: "Find invoices",
        description: "All given filters must match; `status` also takes `OVERDUE`. Of the lines \
            of an invoice the first 100 are answered. Only a null `from_key` ends a walk.",
        grant: read(Area::INVOICES),
        query: &[],
        body: Some(find_body("Invoices", engine::invoices::FIND)),
        status: 200,
        answer: page_of("InvoicesPage", record::<Invoice>()),
        action: Action::Search(|session, call| {
            let request = FindRequest::parse(&engine::invoices::FIND, &call.body)?;
            page::found(&engine::invoices::find(session, &request)?)
        }),
    }
}
