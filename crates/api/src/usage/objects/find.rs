//! `POST /objects/find`

use axum::http::Method;
use records::Area;
use records::usage::BilledObject;

use super::TAG;
use crate::openapi::{find_body, page_of, record};
use crate::operation::{Action, Operation, read};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/objects/find",
        id: "findObjects",
        tag: TAG,
        summary: "Find objects",
        description: "Objects that are there. All given filters must match. Only a null \
            `from_key` ends a walk.",
        grant: read(Area::OBJECTS),
        query: &[],
        body: Some(find_body("Objects", engine::usage::objects::FIND)),
        status: 200,
        answer: page_of("ObjectsPage", record::<BilledObject>()),
        action: Action::Search(|session, call| {
            page::found(&engine::usage::objects::find(session, &call.body)?)
        }),
    }
}
