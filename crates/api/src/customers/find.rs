//! `POST /customers/find`

use axum::http::Method;
use engine::find::FindRequest;
use records::{Area, Customer};

use super::TAG;
use crate::openapi::{find_body, page_of, record};
use crate::operation::{Action, Operation, read};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/customers/find",
        id: "findCustomers",
        tag: TAG,
        summary: "Find customers",
        description: "All given filters must match. Only a null `from_key` ends a walk.",
        grant: read(Area::CUSTOMERS),
        query: &[],
        body: Some(find_body("Customers", engine::customers::FIND)),
        status: 200,
        answer: page_of("CustomersPage", record::<Customer>()),
        action: Action::Search(|session, call| {
            let request = FindRequest::parse(&engine::customers::FIND, &call.body)?;
            page::found(&engine::customers::find(session, &request)?)
        }),
    }
}
