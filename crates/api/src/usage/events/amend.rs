//! `POST /events/{transaction_id}/amend`

use axum::http::Method;
use records::Area;
use records::usage::{EventAmend, StoredEvent};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/events/{transaction_id}/amend",
        id: "amendEvent",
        tag: TAG,
        summary: "Amend a usage event",
        description: "Replaces the properties, the timestamp, or both. The id is unique for a \
            customer, who is named too. What was billed by the event is adjusted on the next \
            invoice.",
        grant: write(Area::EVENTS),
        query: &[],
        body: Some(record::<EventAmend>()),
        status: 200,
        answer: record::<StoredEvent>(),
        action: Action::Write(|session, call| {
            let transaction = call.segment("transaction_id");
            page::record(&engine::usage::amend(session, transaction, &call.sent())?)
        }),
    }
}
