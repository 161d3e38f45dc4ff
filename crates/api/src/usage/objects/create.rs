//! `POST /objects`

use axum::http::Method;
use records::Area;
use records::usage::{BilledObject, ObjectCreate};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/objects",
        id: "createObject",
        tag: TAG,
        summary: "Create an object",
        description: "Something that is billed while it is there: a seat, a device. Its item \
            is of type `CUSTOM_OBJ`. It counts from its `timestamp` on, or from now; where \
            that lies in a period that is billed, the next invoice adjusts it.",
        grant: write(Area::OBJECTS),
        query: &[],
        body: Some(record::<ObjectCreate>()),
        status: 201,
        answer: record::<BilledObject>(),
        action: Action::Write(|session, call| {
            page::record(&engine::usage::objects::create(session, &call.sent())?)
        }),
    }
}
