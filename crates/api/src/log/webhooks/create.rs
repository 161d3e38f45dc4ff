//! `POST /webhooks`

use axum::http::Method;
use records::webhook::WebhookWithSecret;
use records::{Area, Webhook};

use super::TAG;
use crate::openapi::{projection, record};
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/webhooks",
        id: "createWebhook",
        tag: TAG,
        summary: "Create a webhook",
        description: "From now on the endpoint is told of every event, in order for each record, \
            at least once, signed as Standard Webhooks has it. Its secret is answered \
            this one time.",
        grant: write(Area::WEBHOOKS),
        query: &[],
        body: Some(projection::<Webhook>("WebhookCreate", Webhook::WRITABLE, &[])),
        status: 200,
        answer: record::<WebhookWithSecret>(),
        action: Action::WriteSecret(|session, call| {
            page::record(&engine::webhooks::create(session, &call.sent())?)
        }),
    }
}
