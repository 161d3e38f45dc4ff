//! `PATCH /sales_users/{id}`

use axum::http::Method;
use records::{Area, SalesUser};
use serde_json::json;

use super::TAG;
use crate::openapi::{projection, record};
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::PATCH,
        path: "/sales_users/{id}",
        id: "updateSalesUser",
        tag: TAG,
        summary: "Update a sales user",
        description: "`archived` sets or clears `archived_date`; an archived one takes no new \
            sales.",
        grant: write(Area::SALES_USERS),
        query: &[],
        body: Some(projection::<SalesUser>(
            "SalesUserUpdate",
            SalesUser::WRITABLE,
            &[("archived", || json!({ "type": ["boolean", "null"] }))],
        )),
        status: 200,
        answer: record::<SalesUser>(),
        action: Action::Write(|session, call| {
            let id = call.id("id");
            page::record(&engine::sales_users::update(session, &id, &call.patch())?)
        }),
    }
}
