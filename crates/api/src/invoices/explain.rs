//! `GET /invoices/{uuid}/explain`

use axum::http::Method;
use records::Area;
use records::invoice::explanation::InvoiceExplanation;

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, read};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::GET,
        path: "/invoices/{uuid}/explain",
        id: "explainInvoice",
        tag: TAG,
        summary: "Explain an invoice",
        description: "Says in words and numbers how each line, discount, tax and credit came \
            about, from what the invoice was computed from: units, prices, days over days, exact \
            and rounded. `text` is for the customer who asks why; the parts have the same \
            arithmetic for programs, and add up to the amounts of the invoice.",
        grant: read(Area::INVOICES),
        query: &[],
        body: None,
        status: 200,
        answer: record::<InvoiceExplanation>(),
        action: Action::Search(|session, call| {
            let explanation = engine::invoices::explain(session, &call.id("uuid"))?;
            page::record(&explanation)
        }),
    }
}
