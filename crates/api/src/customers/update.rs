//! `PATCH /customers/{id or identifier}`

use axum::http::Method;
use records::{Area, Customer};
use serde_json::{Value, json};

use super::{TAG, body};
use crate::openapi::{NEVER_NULL, record};
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::PATCH,
        path: "/customers/{customer_id}",
        id: "updateCustomer",
        tag: TAG,
        summary: "Update a customer",
        description: "The path takes an id or an identifier. What is not sent is kept, `null` \
            clears; `metadata` and `address` are replaced whole. A customer with live \
            subscriptions cannot be archived.",
        grant: write(Area::CUSTOMERS),
        query: &[],
        body: Some(body("CustomerUpdate", &[("identifier", identifier), ("status", status)])),
        status: 200,
        answer: record::<Customer>(),
        action: Action::WriteFollowed(|session, call| {
            let key = call.segment("customer_id");
            page::record(&engine::customers::update(session, key, &call.patch())?)
        }),
    }
}

/// Changed, not cleared.
fn identifier() -> Value {
    json!({ "type": "string", "minLength": 1, "maxLength": 255, NEVER_NULL: true })
}

fn status() -> Value {
    json!({ "type": "string", "enum": ["ACTIVE", "ARCHIVED"], NEVER_NULL: true })
}
