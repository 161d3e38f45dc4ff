//! `DELETE /api_tokens/{id}`

use axum::http::Method;
use records::{ApiToken, Area};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::DELETE,
        path: "/api_tokens/{id}",
        id: "revokeApiToken",
        tag: TAG,
        summary: "Revoke an API token",
        description: "Acts at once. Revoking again changes nothing.",
        grant: write(Area::API_TOKENS),
        query: &[],
        body: None,
        status: 200,
        answer: record::<ApiToken>(),
        action: Action::Write(|session, call| {
            page::record(&engine::tokens::revoke(session, &call.id("id"))?)
        }),
    }
}
