//! `POST /customers`

use axum::http::Method;
use records::{Area, Customer};
use serde_json::json;

use super::{TAG, body};
use crate::openapi::record;
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/customers",
        id: "createCustomer",
        tag: TAG,
        summary: "Create a customer",
        description: "`identifier` is unique in the company and defaults to `email`.",
        grant: write(Area::CUSTOMERS),
        query: &[],
        body: Some(body(
            "CustomerCreate",
            &[("managed_externally", || json!({ "type": ["boolean", "null"] }))],
        )),
        status: 201,
        answer: record::<Customer>(),
        action: Action::Write(|session, call| {
            page::record(&engine::customers::create(session, &call.sent())?)
        }),
    }
}
