//! `POST /webhooks/{id}/redeliver`

use axum::http::Method;
use records::Area;
use records::webhook::{RedeliverRequest, Redelivered};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/webhooks/{id}/redeliver",
        id: "redeliverWebhook",
        tag: TAG,
        summary: "Send again",
        description: "One delivery, by its id, at once and outside of the order; or every event \
            since an instant, in order.",
        grant: write(Area::WEBHOOKS),
        query: &[],
        body: Some(record::<RedeliverRequest>()),
        status: 200,
        answer: record::<Redelivered>(),
        action: Action::Write(|session, call| {
            let (id, request) = (call.id("id"), call.read()?);
            page::record(&engine::webhooks::redeliver(session, &id, &request)?)
        }),
    }
}
