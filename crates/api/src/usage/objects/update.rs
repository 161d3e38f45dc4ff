//! `PATCH /objects/{id}`

use axum::http::Method;
use records::Area;
use records::usage::{BilledObject, ObjectUpdate};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::PATCH,
        path: "/objects/{id}",
        id: "updateObject",
        tag: TAG,
        summary: "Update an object",
        description: "By its id, or by its `object_identifier` where one alone has that. \
            Properties are replaced as a whole. What it was stays on record and is billed for \
            its time.",
        grant: write(Area::OBJECTS),
        query: &[],
        body: Some(record::<ObjectUpdate>()),
        status: 200,
        answer: record::<BilledObject>(),
        action: Action::Write(|session, call| {
            let key = call.segment("id");
            page::record(&engine::usage::objects::update(session, key, &call.sent())?)
        }),
    }
}
