//! `POST /credits/logs/find`

use axum::http::Method;
use engine::find::FindRequest;
use records::{Area, CreditLogEntry};

use super::TAG;
use crate::openapi::{find_body, page_of, record};
use crate::operation::{Action, Operation, read};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/credits/logs/find",
        id: "findCreditLogs",
        tag: TAG,
        summary: "Find entries of the credit log",
        description: "Everything that was ever done to a credit: `ISSUED` and `RESTORED` add to \
            it, the other actions subtract, and what they come to is what is left of it. All \
            given filters must match. Of the lines of an invoice the first 100 are answered. \
            Only a null `from_key` ends a walk.",
        grant: read(Area::CREDITS),
        query: &[],
        body: Some(find_body("CreditLogs", engine::credits::FIND_LOGS)),
        status: 200,
        answer: page_of("CreditLogsPage", record::<CreditLogEntry>()),
        action: Action::Search(|session, call| {
            let request = FindRequest::parse(&engine::credits::FIND_LOGS, &call.body)?;
            page::found(&engine::credits::find_logs(session, &request)?)
        }),
    }
}
