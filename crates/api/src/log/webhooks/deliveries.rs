//! `GET /webhooks/{id}/deliveries`

use axum::http::Method;
use records::{Area, WebhookDelivery};

use super::TAG;
use crate::openapi::{page_of, record};
use crate::operation::{Action, LIST, Operation, read};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::GET,
        path: "/webhooks/{id}/deliveries",
        id: "listWebhookDeliveries",
        tag: TAG,
        summary: "List deliveries",
        description: "What was sent in the last thirty days, or waits to be, the last first: \
            request, answer and timing of the last try.",
        grant: read(Area::WEBHOOKS),
        query: LIST,
        body: None,
        status: 200,
        answer: page_of("WebhookDeliveriesPage", record::<WebhookDelivery>()),
        action: Action::Search(|session, call| {
            let (id, list) = (call.id("id"), call.list());
            page::listed(&engine::webhooks::deliveries(session, &id, &list)?)
        }),
    }
}
