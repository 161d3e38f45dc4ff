//! `POST /credits/consume`

use axum::http::Method;
use records::{Area, Credit, CreditConsume};

use super::TAG;
use crate::openapi::{list_of, record};
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/credits/consume",
        id: "consumeCredits",
        tag: TAG,
        summary: "Use credits",
        description: "What was used outside of any invoice, of one credit or of all that fit in \
            the order in which they pay: all of it, or nothing and 422. Answers the credits that \
            were used.",
        grant: write(Area::CREDITS),
        query: &[],
        body: Some(record::<CreditConsume>()),
        status: 200,
        answer: list_of(record::<Credit>()),
        action: Action::Write(|session, call| {
            page::record(&engine::credits::consume(session, &call.sent())?)
        }),
    }
}
