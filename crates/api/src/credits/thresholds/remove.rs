//! `DELETE /credits/thresholds/{id}`

use axum::http::Method;
use records::{Area, CreditThreshold};

use super::super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::DELETE,
        path: "/credits/thresholds/{id}",
        id: "removeCreditThreshold",
        tag: TAG,
        summary: "Remove a threshold of a balance",
        description: "Nothing is told of it any more. Removing it again changes nothing.",
        grant: write(Area::CREDITS),
        query: &[],
        body: None,
        status: 200,
        answer: record::<CreditThreshold>(),
        action: Action::Write(|session, call| {
            let id = call.id("id");
            page::record(&engine::credits::remove_threshold(session, &id)?)
        }),
    }
}
