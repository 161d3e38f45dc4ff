//! `POST /sales_users`

use axum::http::Method;
use records::{Area, SalesUser};

use super::TAG;
use crate::openapi::{projection, record};
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/sales_users",
        id: "createSalesUser",
        tag: TAG,
        summary: "Create a sales user",
        description: "`INTERNAL` with a company user, else `EXTERNAL` with a name or an e-mail.",
        grant: write(Area::SALES_USERS),
        query: &[],
        body: Some(projection::<SalesUser>("SalesUserCreate", SalesUser::WRITABLE, &[])),
        status: 200,
        answer: record::<SalesUser>(),
        action: Action::Write(|session, call| {
            page::record(&engine::sales_users::create(session, &call.sent())?)
        }),
    }
}
