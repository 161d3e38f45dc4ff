//! `GET /email_templates/{id}`

use axum::http::Method;
use records::{Area, EmailTemplate};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, read};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::GET,
        path: "/email_templates/{id}",
        id: "getEmailTemplate",
        tag: TAG,
        summary: "Get an e-mail template",
        description: "What is null is ours.",
        grant: read(Area::EMAIL_TEMPLATES),
        query: &[],
        body: None,
        status: 200,
        answer: record::<EmailTemplate>(),
        action: Action::Get(|session, call| {
            let id = call.id("id");
            page::record(&engine::emails::get(session, &id)?)
        }),
    }
}
