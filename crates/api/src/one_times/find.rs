//! `POST /one_times/find`

use axum::http::Method;
use engine::find::FindRequest;
use records::{Area, OneTimeCharge};

use super::TAG;
use crate::openapi::{page_of, paged_body, record};
use crate::operation::{Action, Operation, read};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/one_times/find",
        id: "findOneTimeCharges",
        tag: TAG,
        summary: "Find one-time charges",
        description: "All given filters must match. Only a null `from_key` ends a walk.",
        grant: read(Area::ONE_TIME),
        query: &[],
        body: Some(paged_body("OneTimeCharges", engine::one_times::FIND)),
        status: 200,
        answer: page_of("OneTimeChargesPage", record::<OneTimeCharge>()),
        action: Action::Search(|session, call| {
            let request = FindRequest::parse(&engine::one_times::FIND, &call.body)?;
            page::found(&engine::one_times::find(session, &request)?)
        }),
    }
}
