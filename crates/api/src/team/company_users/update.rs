//! `PATCH /company_users/{id}`

use axum::http::Method;
use records::{Area, CompanyUser};

use super::TAG;
use crate::openapi::{projection, record};
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::PATCH,
        path: "/company_users/{id}",
        id: "updateCompanyUser",
        tag: TAG,
        summary: "Update a company user",
        description: "The `access` map is replaced whole; nobody grants more than they hold.",
        grant: write(Area::TEAM),
        query: &[],
        body: Some(projection::<CompanyUser>("CompanyUserUpdate", CompanyUser::WRITABLE, &[])),
        status: 200,
        answer: record::<CompanyUser>(),
        action: Action::Write(|session, call| {
            let id = call.id("id");
            page::record(&engine::company_users::update(session, &id, &call.patch())?)
        }),
    }
}
