//! `POST /company/preview_invoice`

use axum::http::Method;
use records::{Area, InvoicePreview, PreviewRequest};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, read};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/company/preview_invoice",
        id: "previewInvoiceDocument",
        tag: TAG,
        summary: "Preview documents",
        description: "The page and the PDF of an invoice with settings that are being tried, of \
            the company's own or a made-up one. Nothing is kept.",
        grant: read(Area::SETTINGS),
        query: &[],
        body: Some(record::<PreviewRequest>()),
        status: 200,
        answer: record::<InvoicePreview>(),
        action: Action::Search(|session, call| {
            page::record(&engine::documents::preview(session, &call.read()?)?)
        }),
    }
}
