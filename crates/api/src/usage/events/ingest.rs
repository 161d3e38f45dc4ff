//! `POST /events/ingest`

use axum::http::Method;
use records::Area;
use records::usage::{Ingested, UsageEvent, UsageEventBatch};
use serde_json::json;

use super::TAG;
use crate::openapi::{Schema, record};
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/events/ingest",
        id: "ingestEvents",
        tag: TAG,
        summary: "Take usage events in",
        description: "From 1 to 1,000 events, as `{\"events\": […]}` or as a bare list, in up to 8 \
            MiB. They are durable and counted when the answer comes. An event counts once for a \
            customer and `transaction_id`, for ever: the first stands, whatever later ones say. \
            One event that is wrong refuses them all.",
        grant: write(Area::EVENTS),
        query: &[],
        body: Some(body()),
        status: 200,
        answer: record::<Ingested>(),
        action: Action::Bulk(|session, call| {
            page::record(&engine::usage::ingest(session, &call.body)?)
        }),
    }
}

fn body() -> Schema {
    Schema::new(|components| {
        let batch = components.record::<UsageEventBatch>();
        let event = components.record::<UsageEvent>();
        let list = json!({ "type": "array", "items": event, "minItems": 1, "maxItems": 1000 });
        json!({ "oneOf": [batch, list] })
    })
}
