//! `DELETE /one_times/{id}`

use axum::http::Method;
use records::{Area, OneTimeCharge};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::DELETE,
        path: "/one_times/{id}",
        id: "deleteOneTimeCharge",
        tag: TAG,
        summary: "Drop a one-time charge",
        description: "While it is `PENDING`; what is invoiced is taken back by a void.",
        grant: write(Area::ONE_TIME),
        query: &[],
        body: None,
        status: 200,
        answer: record::<OneTimeCharge>(),
        action: Action::Write(|session, call| {
            let id = call.id("id");
            page::record(&engine::one_times::drop(session, &id)?)
        }),
    }
}
