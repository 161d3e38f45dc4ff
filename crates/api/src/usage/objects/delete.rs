//! `DELETE /objects/{id}`

use axum::http::Method;
use records::Area;
use records::usage::BilledObject;

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::DELETE,
        path: "/objects/{id}",
        id: "deleteObject",
        tag: TAG,
        summary: "Remove an object",
        description: "By its id, or by its `object_identifier` where one alone has that. It \
            is billed until now, and found no more.",
        grant: write(Area::OBJECTS),
        query: &[],
        body: None,
        status: 200,
        answer: record::<BilledObject>(),
        action: Action::Write(|session, call| {
            page::record(&engine::usage::objects::delete(session, call.segment("id"))?)
        }),
    }
}
