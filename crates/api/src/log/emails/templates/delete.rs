//! `DELETE /email_templates/{id}`

use axum::http::Method;
use records::{Area, EmailTemplate};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::DELETE,
        path: "/email_templates/{id}",
        id: "deleteEmailTemplate",
        tag: TAG,
        summary: "Delete an e-mail template",
        description: "From now on mails of this kind and language have our words again.",
        grant: write(Area::EMAIL_TEMPLATES),
        query: &[],
        body: None,
        status: 200,
        answer: record::<EmailTemplate>(),
        action: Action::Write(|session, call| {
            let id = call.id("id");
            page::record(&engine::emails::delete(session, &id)?)
        }),
    }
}
