//! `DELETE /credits/{id}`

use axum::http::Method;
use records::{Area, Credit};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::DELETE,
        path: "/credits/{id}",
        id: "revokeCredit",
        tag: TAG,
        summary: "Revoke a credit",
        description: "What is left of it is taken back; what it paid stays paid. Of one that is \
            used up, expired or revoked nothing is left: 409.",
        grant: write(Area::CREDITS),
        query: &[],
        body: None,
        status: 200,
        answer: record::<Credit>(),
        action: Action::Write(|session, call| {
            let id = call.id("id");
            page::record(&engine::credits::revoke(session, &id)?)
        }),
    }
}
