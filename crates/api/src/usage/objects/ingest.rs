//! `POST /objects/ingest`

use axum::http::Method;
use records::Area;
use records::usage::{IngestedObjects, ObjectBatch, ObjectEvent};
use serde_json::json;

use super::TAG;
use crate::openapi::{Schema, record};
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/objects/ingest",
        id: "ingestObjects",
        tag: TAG,
        summary: "Create, update and remove many objects",
        description: "From 1 to 1,000 objects, as `{\"objects\": […]}` or as a bare list, or \
            one alone. Each says its `action`, unless the list says it for all. They come, \
            become others and go in their order, all of them or none; what is so already is \
            `DUPLICATE`, so that a body may be sent again.",
        grant: write(Area::OBJECTS),
        query: &[],
        body: Some(body()),
        status: 200,
        answer: record::<IngestedObjects>(),
        action: Action::Bulk(|session, call| {
            page::record(&engine::usage::objects::ingest(session, &call.body)?)
        }),
    }
}

fn body() -> Schema {
    Schema::new(|components| {
        let batch = components.record::<ObjectBatch>();
        let event = components.record::<ObjectEvent>();
        let list = json!({ "type": "array", "items": event, "minItems": 1, "maxItems": 1000 });
        json!({ "oneOf": [batch, list, event] })
    })
}
