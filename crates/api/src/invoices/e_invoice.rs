//! `GET /invoices/{uuid}/e_invoice`

use axum::http::Method;
use records::Area;
use records::invoice::e_invoice::EInvoice;

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, read};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::GET,
        path: "/invoices/{uuid}/e_invoice",
        id: "getEInvoice",
        tag: TAG,
        summary: "Get an invoice for machines",
        description: "The invoice by EN 16931 as Cross Industry Invoice, which its PDF carries as \
            `factur-x.xml`, too. Where the records lack what an e-invoice has to say, every field \
            that is missing is listed, with a pointer that begins with its record: `/company`, \
            `/customer` or `/invoice`.",
        grant: read(Area::INVOICES),
        query: &[],
        body: None,
        status: 200,
        answer: record::<EInvoice>(),
        action: Action::Search(|session, call| {
            page::record(&engine::documents::e_invoice(session, &call.id("uuid"))?)
        }),
    }
}
