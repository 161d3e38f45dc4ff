//! `GET /contracts/{id}/attachments/{attachment_id}`

use axum::http::Method;
use records::Area;
use records::contract::attachment::ContractFile;

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, read};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::GET,
        path: "/contracts/{id}/attachments/{attachment_id}",
        id: "getContractAttachment",
        tag: TAG,
        summary: "Get a file of a contract",
        description: "With its bytes in base64, and their SHA-256.",
        grant: read(Area::FILES),
        query: &[],
        body: None,
        status: 200,
        answer: record::<ContractFile>(),
        action: Action::Get(|session, call| {
            let attachment = call.segment("attachment_id");
            page::record(&engine::contracts::file(session, &call.id("id"), attachment)?)
        }),
    }
}
