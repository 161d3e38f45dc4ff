//! `POST /jobs/{id}/retry`

use axum::http::Method;
use records::{Area, Job};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/jobs/{id}/retry",
        id: "retryJob",
        tag: TAG,
        summary: "Retry a job",
        description: "Tries it at once, and as often as a new one. What is done is not done again.",
        grant: write(Area::LOGS),
        query: &[],
        body: None,
        status: 200,
        answer: record::<Job>(),
        action: Action::Write(|session, call| {
            page::record(&engine::jobs::retry(session, &call.id("id"))?)
        }),
    }
}
