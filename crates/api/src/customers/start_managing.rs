//! `PATCH /customers/{id}/start_managing`

use axum::http::Method;
use records::{Area, Customer};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::PATCH,
        path: "/customers/{customer_id}/start_managing",
        id: "startManagingCustomer",
        tag: TAG,
        summary: "Start managing a customer",
        description: "Clears `managed_externally`. What runs was billed elsewhere; each \
            component is billed here from its next period on.",
        grant: write(Area::CUSTOMERS),
        query: &[],
        body: None,
        status: 200,
        answer: record::<Customer>(),
        action: Action::WriteFollowed(|session, call| {
            let key = call.segment("customer_id");
            page::record(&engine::customers::start_managing(session, key)?)
        }),
    }
}
