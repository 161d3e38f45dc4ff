//! `GET /customers/{id or identifier}`

use axum::http::Method;
use records::{Area, Customer};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, read};

pub fn operation() -> Operation {
    Operation {
        method: Method::GET,
        path: "/customers/{customer_id}",
        id: "getCustomer",
        tag: TAG,
        summary: "Get a customer",
        description: "The path takes an id or an identifier.",
        grant: read(Area::CUSTOMERS),
        query: &[],
        body: None,
        status: 200,
        answer: record::<Customer>(),
        action: Action::Get(|session, call| {
            engine::customers::get(session, call.segment("customer_id"))
        }),
    }
}
