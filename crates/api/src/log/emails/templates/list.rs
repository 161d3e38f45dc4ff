//! `GET /email_templates`

use axum::http::Method;
use records::{Area, EmailTemplate};

use super::TAG;
use crate::openapi::{page_of, record};
use crate::operation::{Action, LIST, Operation, read};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::GET,
        path: "/email_templates",
        id: "listEmailTemplates",
        tag: TAG,
        summary: "List e-mail templates",
        description: "In the order in which they were made. Kinds without one have our words.",
        grant: read(Area::EMAIL_TEMPLATES),
        query: LIST,
        body: None,
        status: 200,
        answer: page_of("EmailTemplatesPage", record::<EmailTemplate>()),
        action: Action::Search(|session, call| {
            page::listed(&engine::emails::list(session, &call.list())?)
        }),
    }
}
