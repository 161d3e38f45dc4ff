//! `GET /companies/{company_id}`

use axum::http::Method;
use records::{Area, Company};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, read};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::GET,
        path: "",
        id: "getCompany",
        tag: TAG,
        summary: "Get the company",
        description: "The company with its settings.",
        grant: read(Area::SETTINGS),
        query: &[],
        body: None,
        status: 200,
        answer: record::<Company>(),
        action: Action::Get(|session, _| page::record(session.company())),
    }
}
