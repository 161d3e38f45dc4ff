//! `GET /webhooks`

use axum::http::Method;
use records::{Area, Webhook};

use super::TAG;
use crate::openapi::{page_of, record};
use crate::operation::{Action, LIST, Operation, read};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::GET,
        path: "/webhooks",
        id: "listWebhooks",
        tag: TAG,
        summary: "List webhooks",
        description: "In the order in which they were made. Secrets are not shown again.",
        grant: read(Area::WEBHOOKS),
        query: LIST,
        body: None,
        status: 200,
        answer: page_of("WebhooksPage", record::<Webhook>()),
        action: Action::Search(|session, call| {
            page::listed(&engine::webhooks::list(session, &call.list())?)
        }),
    }
}
