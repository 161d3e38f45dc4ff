//! `POST /events/{transaction_id}/void`

use axum::http::Method;
use records::Area;
use records::usage::{EventVoid, StoredEvent};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/events/{transaction_id}/void",
        id: "voidEvent",
        tag: TAG,
        summary: "Take a usage event back",
        description: "It stays on record and counts no more; its `transaction_id` stays taken. \
            What was billed by it is adjusted on the next invoice.",
        grant: write(Area::EVENTS),
        query: &[],
        body: Some(record::<EventVoid>()),
        status: 200,
        answer: record::<StoredEvent>(),
        action: Action::Write(|session, call| {
            let transaction = call.segment("transaction_id");
            page::record(&engine::usage::void(session, transaction, &call.sent())?)
        }),
    }
}
