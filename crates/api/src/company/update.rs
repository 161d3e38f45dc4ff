//! `PATCH /companies/{company_id}`

use axum::http::Method;
use records::{Area, Company};

use super::TAG;
use crate::openapi::{projection, record};
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::PATCH,
        path: "",
        id: "updateCompany",
        tag: TAG,
        summary: "Update the company",
        description: "What is not sent is kept, `null` clears. A new time zone is used by \
            subscriptions that are made later; those that exist keep theirs.",
        grant: write(Area::SETTINGS),
        query: &[],
        body: Some(projection::<Company>("CompanyUpdate", Company::WRITABLE, &[])),
        status: 200,
        answer: record::<Company>(),
        action: Action::Write(|session, call| {
            page::record(&engine::companies::update(session, &call.patch())?)
        }),
    }
}
