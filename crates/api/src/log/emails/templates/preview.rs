//! `POST /email_templates/preview`

use axum::http::Method;
use records::Area;
use records::email::template::{EmailPreview, EmailPreviewRequest};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, read};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/email_templates/preview",
        id: "previewEmailTemplate",
        tag: TAG,
        summary: "Preview an e-mail",
        description: "A mail about a real record as it would be: by the parts that are sent, else \
            by the company’s template, else in our words. Nothing is kept and nothing sent.",
        grant: read(Area::EMAIL_TEMPLATES),
        query: &[],
        body: Some(record::<EmailPreviewRequest>()),
        status: 200,
        answer: record::<EmailPreview>(),
        action: Action::Search(|session, call| {
            let request = call.read::<EmailPreviewRequest>()?;
            page::record(&engine::emails::preview(session, &request)?)
        }),
    }
}
