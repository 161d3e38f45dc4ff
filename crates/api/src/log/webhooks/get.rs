//! `GET /webhooks/{id}`

use axum::http::Method;
use records::{Area, Webhook};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, read};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::GET,
        path: "/webhooks/{id}",
        id: "getWebhook",
        tag: TAG,
        summary: "Get a webhook",
        description: "One endpoint, with how far it has come in the log.",
        grant: read(Area::WEBHOOKS),
        query: &[],
        body: None,
        status: 200,
        answer: record::<Webhook>(),
        action: Action::Get(|session, call| {
            page::record(&engine::webhooks::get(session, &call.id("id"))?)
        }),
    }
}
