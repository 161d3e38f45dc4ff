//! `PATCH /email_templates/{id}`

use axum::http::Method;
use records::{Area, EmailTemplate};

use super::TAG;
use crate::openapi::{projection, record};
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::PATCH,
        path: "/email_templates/{id}",
        id: "updateEmailTemplate",
        tag: TAG,
        summary: "Update an e-mail template",
        description: "Null gives a part back to our words; one part at least stays.",
        grant: write(Area::EMAIL_TEMPLATES),
        query: &[],
        body: Some(projection::<EmailTemplate>(
            "EmailTemplateUpdate",
            EmailTemplate::UPDATABLE,
            &[],
        )),
        status: 200,
        answer: record::<EmailTemplate>(),
        action: Action::Write(|session, call| {
            let id = call.id("id");
            page::record(&engine::emails::update(session, &id, &call.patch())?)
        }),
    }
}
