//! `POST /jobs/find`

use axum::http::Method;
use engine::find::FindRequest;
use engine::jobs;
use records::{Area, Job};

use super::TAG;
use crate::openapi::{find_body, page_of, record};
use crate::operation::{Action, Operation, read};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/jobs/find",
        id: "findJobs",
        tag: TAG,
        summary: "Find jobs",
        description: "What is to be done outside, and what became of it: a job is tried until it \
            is done, or until it was tried often enough and is `FAILED`. All given filters must \
            match.",
        grant: read(Area::LOGS),
        query: &[],
        body: Some(find_body("Jobs", jobs::FIND)),
        status: 200,
        answer: page_of("JobsPage", record::<Job>()),
        action: Action::Search(|session, call| {
            let request = FindRequest::parse(&jobs::FIND, &call.body)?;
            page::found(&jobs::find(session, &request)?)
        }),
    }
}
