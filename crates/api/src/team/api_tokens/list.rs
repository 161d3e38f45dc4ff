//! `GET /api_tokens`

use axum::http::Method;
use records::{ApiToken, Area};

use super::TAG;
use crate::openapi::{page_of, record};
use crate::operation::{Action, LIST, Operation, read};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::GET,
        path: "/api_tokens",
        id: "listApiTokens",
        tag: TAG,
        summary: "List API tokens",
        description: "All tokens that were ever issued, without their secrets.",
        grant: read(Area::API_TOKENS),
        query: LIST,
        body: None,
        status: 200,
        answer: page_of("ApiTokensPage", record::<ApiToken>()),
        action: Action::Search(|session, call| {
            page::listed(&engine::tokens::list(session, &call.list())?)
        }),
    }
}
