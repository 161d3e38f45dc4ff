//! `POST /credits/find`

use axum::http::Method;
use engine::find::FindRequest;
use records::{Area, Credit};

use super::TAG;
use crate::openapi::{find_body, page_of, record};
use crate::operation::{Action, Operation, read};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/credits/find",
        id: "findCredits",
        tag: TAG,
        summary: "Find credits",
        description: "All given filters must match; `status` is the state of a credit. Only a \
            null `from_key` ends a walk.",
        grant: read(Area::CREDITS),
        query: &[],
        body: Some(find_body("Credits", engine::credits::FIND)),
        status: 200,
        answer: page_of("CreditsPage", record::<Credit>()),
        action: Action::Search(|session, call| {
            let request = FindRequest::parse(&engine::credits::FIND, &call.body)?;
            page::found(&engine::credits::find(session, &request)?)
        }),
    }
}
