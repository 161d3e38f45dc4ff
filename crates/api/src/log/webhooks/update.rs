//! `PATCH /webhooks/{id}`

use axum::http::Method;
use records::{Area, Webhook};
use serde_json::json;

use super::TAG;
use crate::openapi::{projection, record};
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::PATCH,
        path: "/webhooks/{id}",
        id: "updateWebhook",
        tag: TAG,
        summary: "Update a webhook",
        description: "`state` disables an endpoint, or enables it again: it goes on with the first \
            event that it has not got.",
        grant: write(Area::WEBHOOKS),
        query: &[],
        body: Some(projection::<Webhook>(
            "WebhookUpdate",
            Webhook::WRITABLE,
            &[("state", || json!({ "type": "string", "enum": ["ENABLED", "DISABLED"] }))],
        )),
        status: 200,
        answer: record::<Webhook>(),
        action: Action::Write(|session, call| {
            let id = call.id("id");
            page::record(&engine::webhooks::update(session, &id, &call.patch())?)
        }),
    }
}
