//! `GET /events_log`

use axum::http::Method;
use engine::Failure;
use engine::idempotency::Answer;
use records::{Area, EventsLogEntry};

use crate::openapi::{page_of, record};
use crate::operation::{Action, Operation, QueryKind, QueryParameter, Steps, read};
use crate::page;
use crate::server::deadline::{WHO, WORK, within};

pub fn list() -> Operation {
    Operation {
        method: Method::GET,
        path: "/events_log",
        id: "listEvents",
        tag: "Events log",
        summary: "Read every fact in order",
        description: "Every change of state of the company. Positions rise by one and never \
            change; a reader that remembers the last position goes on with `after`.",
        grant: read(Area::LOGS),
        query: QUERY,
        body: None,
        status: 200,
        answer: page_of("EventsLogPage", record::<EventsLogEntry>()),
        action: Action::Steps(|steps| Box::pin(run(steps))),
    }
}

const QUERY: &[QueryParameter] = &[
    crate::operation::LIMIT,
    crate::operation::FROM_KEY,
    QueryParameter {
        name: "after",
        description: "Only facts behind this position.",
        kind: QueryKind::Whole(0, i64::MAX),
    },
];

/// What was committed gets its position first, so that a reader sees all that it caused.
async fn run(steps: Steps) -> Result<Answer, Failure> {
    within(WHO, steps.engine.arrange_facts(&steps.company)).await?;
    let call = steps.call;
    let work = steps.engine.look(&steps.company, steps.actor, move |session| {
        let after = call.whole("after").unwrap_or(0);
        page::listed(&engine::events_log::list(session, &call.list(), after)?)
    });
    Ok(Answer { status: 200, body: within(WORK, work).await?, replayed: false })
}
