//! `GET /credits/{id}`

use axum::http::Method;
use records::{Area, Credit};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, read};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::GET,
        path: "/credits/{id}",
        id: "getCredit",
        tag: TAG,
        summary: "Get a credit",
        description: "`issued_amount` and `issued_units` never change; `amount` and `units` are \
            what is left.",
        grant: read(Area::CREDITS),
        query: &[],
        body: None,
        status: 200,
        answer: record::<Credit>(),
        action: Action::Get(|session, call| {
            let id = call.id("id");
            page::record(&engine::credits::get(session, &id)?)
        }),
    }
}
