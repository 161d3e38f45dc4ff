//! `GET /company_users`

use axum::http::Method;
use records::{Area, CompanyUser};

use super::TAG;
use crate::openapi::{page_of, record};
use crate::operation::{Action, LIST, Operation, read};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::GET,
        path: "/company_users",
        id: "listCompanyUsers",
        tag: TAG,
        summary: "List company users",
        description: "In the order in which they were invited.",
        grant: read(Area::TEAM),
        query: LIST,
        body: None,
        status: 200,
        answer: page_of("CompanyUsersPage", record::<CompanyUser>()),
        action: Action::Search(|session, call| {
            page::listed(&engine::company_users::list(session, &call.list())?)
        }),
    }
}
