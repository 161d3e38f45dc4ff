//! `GET /customers/{id or identifier}/entitlements/{key}`

use axum::http::Method;
use records::{Area, Entitlement};

use crate::openapi::record;
use crate::operation::{Action, Operation, read};

pub fn operation() -> Operation {
    Operation {
        method: Method::GET,
        path: "/customers/{customer_id}/entitlements/{key}",
        id: "getCustomerEntitlement",
        tag: "Entitlements",
        summary: "Check what a customer may use",
        description: "The customer by id or identifier, the entitlement by its key: one of the \
            customer's `computed_entitlements`. What is defined and not granted to the customer \
            is `false` for the type `BOOL` and `null` for the others, inherited from nowhere; a \
            key that is not defined is 404.",
        grant: read(Area::ENTITLEMENT),
        query: &[],
        body: None,
        status: 200,
        answer: record::<Entitlement>(),
        action: Action::Get(|session, call| {
            let (customer, key) = (call.segment("customer_id"), call.segment("key"));
            engine::customers::entitlements::check(session, customer, key)
        }),
    }
}
