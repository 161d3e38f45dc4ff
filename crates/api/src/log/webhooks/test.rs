//! `POST /webhooks/{id}/test`

use axum::http::Method;
use records::webhook::WebhookTest;
use records::{Area, WebhookDelivery};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/webhooks/{id}/test",
        id: "testWebhook",
        tag: TAG,
        summary: "Test a webhook",
        description: "Sends the latest event of a type once, under an id of its own, and answers \
            the delivery, which soon shows what came of it. Nothing that fails here \
            disables the endpoint.",
        grant: write(Area::WEBHOOKS),
        query: &[],
        body: Some(record::<WebhookTest>()),
        status: 200,
        answer: record::<WebhookDelivery>(),
        action: Action::Write(|session, call| {
            let (id, request) = (call.id("id"), call.read()?);
            page::record(&engine::webhooks::test(session, &id, &request)?)
        }),
    }
}
