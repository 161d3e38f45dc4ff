//! `GET /events_log`

use axum::http::Method;
use engine::events_log::Asked;
use engine::idempotency::Answer;
use engine::{Failure, Refusal};
use records::{Area, EventsLogEntry, Moment};

use crate::call::Call;
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
            change; a reader that remembers the last position goes on with `after`. All given \
            filters must match; a page of a rare kind may be short, and only a null `from_key` \
            ends the walk.",
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
    text("event_type", "Only facts of this type."),
    text("object_id", "Only facts of this record."),
    text("actor", "Only what this token or person did, by id, or a type of actor, as `CYCLE`."),
    text("created_from", "Only facts since this time, RFC 3339."),
    text("created_before", "Only facts before this time."),
];

const fn text(name: &'static str, description: &'static str) -> QueryParameter {
    QueryParameter { name, description, kind: QueryKind::Text }
}

fn asked(call: &Call) -> Result<Asked, Failure> {
    let text = |name: &str| call.parameter(name).map(str::to_owned);
    let moment = |name: &str| match call.parameter(name).map(Moment::parse) {
        None => Ok(None),
        Some(Some(moment)) => Ok(Some(moment)),
        Some(None) => {
            let detail = "This is no time of RFC 3339 with its zone.";
            Err(Refusal::invalid(&format!("?{name}"), "invalid", detail))
        }
    };
    Ok(Asked {
        after: call.whole("after").unwrap_or(0),
        event_type: text("event_type"),
        object_id: text("object_id"),
        actor: text("actor"),
        created_from: moment("created_from")?,
        created_before: moment("created_before")?,
    })
}

/// What was committed gets its position first, so that a reader sees all that it caused.
async fn run(steps: Steps) -> Result<Answer, Failure> {
    within(WHO, steps.engine.arrange_facts(&steps.company)).await?;
    let call = steps.call;
    let asked = asked(&call)?;
    let work = steps.engine.look(&steps.company, steps.actor, move |session| {
        page::listed(&engine::events_log::list(session, &call.list(), &asked)?)
    });
    Ok(Answer { status: 200, body: within(WORK, work).await?, replayed: false })
}
