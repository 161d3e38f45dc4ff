//! `POST /email_templates`

use axum::http::Method;
use records::{Area, EmailTemplate};

use super::TAG;
use crate::openapi::{Schema, object, record, some_of};
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/email_templates",
        id: "createEmailTemplate",
        tag: TAG,
        summary: "Create an e-mail template",
        description: "Says in mails of a kind and language what the company wants: each part \
            replaces ours, what is null stays ours. It is tried with records of every sort first: \
            unknown variables, and what does not come to an end, are refused by field. One a kind \
            and language: 409.",
        grant: write(Area::EMAIL_TEMPLATES),
        query: &[],
        body: Some(Schema::new(|components| {
            let fields = some_of::<EmailTemplate>(components, EmailTemplate::WRITABLE);
            object(components, "EmailTemplateCreate", fields, &["kind"])
        })),
        status: 201,
        answer: record::<EmailTemplate>(),
        action: Action::Write(|session, call| {
            page::record(&engine::emails::create(session, &call.sent())?)
        }),
    }
}
