//! `GET /sales_users`

use axum::http::Method;
use records::{Area, SalesUser};

use super::TAG;
use crate::openapi::{page_of, record};
use crate::operation::{Action, LIST, Operation, read};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::GET,
        path: "/sales_users",
        id: "listSalesUsers",
        tag: TAG,
        summary: "List sales users",
        description: "In the order in which they were made, archived ones among them.",
        grant: read(Area::SALES_USERS),
        query: LIST,
        body: None,
        status: 200,
        answer: page_of("SalesUsersPage", record::<SalesUser>()),
        action: Action::Search(|session, call| {
            page::listed(&engine::sales_users::list(session, &call.list())?)
        }),
    }
}
