//! `POST /parked/find`

use axum::http::Method;
use engine::find::FindRequest;
use engine::parked;
use records::{Area, Parked};

use super::TAG;
use crate::openapi::{find_body, page_of, record};
use crate::operation::{Action, Operation, read};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/parked/find",
        id: "findParked",
        tag: TAG,
        summary: "Find parked subscriptions",
        description: "A subscription whose billing fails is parked with the reason; all others \
            are billed. All given filters must match.",
        grant: read(Area::SUBSCRIPTIONS),
        query: &[],
        body: Some(find_body("Parked", parked::FIND)),
        status: 200,
        answer: page_of("ParkedPage", record::<Parked>()),
        action: Action::Search(|session, call| {
            let request = FindRequest::parse(&parked::FIND, &call.body)?;
            page::found(&parked::find(session, &request)?)
        }),
    }
}
