//! `DELETE /webhooks/{id}`

use axum::http::Method;
use records::{Area, Webhook};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::DELETE,
        path: "/webhooks/{id}",
        id: "deleteWebhook",
        tag: TAG,
        summary: "Delete a webhook",
        description: "Nothing more is sent to it. Answers it as it was.",
        grant: write(Area::WEBHOOKS),
        query: &[],
        body: None,
        status: 200,
        answer: record::<Webhook>(),
        action: Action::Write(|session, call| {
            page::record(&engine::webhooks::delete(session, &call.id("id"))?)
        }),
    }
}
