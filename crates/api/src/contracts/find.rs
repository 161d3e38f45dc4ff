//! `POST /contracts/find`

use axum::http::Method;
use engine::find::FindRequest;
use records::{Area, Contract};

use super::TAG;
use crate::openapi::{find_body, page_of, record};
use crate::operation::{Action, Operation, read};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/contracts/find",
        id: "findContracts",
        tag: TAG,
        summary: "Find contracts",
        description: "All given filters must match; `search` looks at title, order number, \
            signatories and customer. Only a null `from_key` ends a walk.",
        grant: read(Area::PROPOSAL),
        query: &[],
        body: Some(find_body("Contracts", engine::contracts::FIND)),
        status: 200,
        answer: page_of("ContractsPage", record::<Contract>()),
        action: Action::Search(|session, call| {
            let request = FindRequest::parse(&engine::contracts::FIND, &call.body)?;
            page::found(&engine::contracts::find(session, &request)?)
        }),
    }
}
