//! `POST /events/find`

use axum::http::Method;
use engine::find::FindRequest;
use records::Area;
use records::usage::StoredEvent;

use super::TAG;
use crate::openapi::{find_body, page_of, record};
use crate::operation::{Action, Operation, read};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/events/find",
        id: "findEvents",
        tag: TAG,
        summary: "Find usage events",
        description: "All given filters must match. As `customer_id`, an identifier that no \
            customer has finds the events that wait for one. Only a null `from_key` ends a walk.",
        grant: read(Area::EVENTS),
        query: &[],
        body: Some(find_body("Events", engine::usage::FIND)),
        status: 200,
        answer: page_of("EventsPage", record::<StoredEvent>()),
        action: Action::Search(|session, call| {
            let request = FindRequest::parse(&engine::usage::FIND, &call.body)?;
            page::found(&engine::usage::find(session, &request)?)
        }),
    }
}
