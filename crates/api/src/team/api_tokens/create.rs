//! `POST /api_tokens`

use axum::http::Method;
use records::api_token::TokenRequest;
use records::{Area, IssuedToken};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/api_tokens",
        id: "createApiToken",
        tag: TAG,
        summary: "Issue an API token",
        description: "The secret is answered this one time. A token never holds more than the \
            one that asks for it, nor more than the company user it is issued to.",
        grant: write(Area::API_TOKENS),
        query: &[],
        body: Some(record::<TokenRequest>()),
        status: 200,
        answer: record::<IssuedToken>(),
        action: Action::WriteSecret(|session, call| {
            page::record(&engine::tokens::issue(session, call.read::<TokenRequest>()?)?)
        }),
    }
}
