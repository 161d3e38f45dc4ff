//! `POST /webhooks/{id}/rotate_secret`

use axum::http::Method;
use records::Area;
use records::webhook::WebhookWithSecret;

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/webhooks/{id}/rotate_secret",
        id: "rotateWebhookSecret",
        tag: TAG,
        summary: "Rotate the secret of a webhook",
        description: "Answers the new secret, this one time. For a day everything is signed by the \
            one before, too.",
        grant: write(Area::WEBHOOKS),
        query: &[],
        body: None,
        status: 200,
        answer: record::<WebhookWithSecret>(),
        action: Action::WriteSecret(|session, call| {
            page::record(&engine::webhooks::rotate(session, &call.id("id"))?)
        }),
    }
}
