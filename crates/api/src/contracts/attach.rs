//! `POST /contracts/{id}/attachments`

use axum::http::Method;
use records::Area;
use records::contract::attachment::{ContractAttachment, ContractAttachmentCreate};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/contracts/{id}/attachments",
        id: "attachToContract",
        tag: TAG,
        summary: "Attach a file to a contract",
        description: "A PDF, PNG or JPEG of at most 5 MiB, told by its first bytes; it is kept \
            as it came.",
        grant: write(Area::FILES),
        query: &[],
        body: Some(record::<ContractAttachmentCreate>()),
        status: 200,
        answer: record::<ContractAttachment>(),
        action: Action::WriteLong(|session, call| {
            page::record(&engine::contracts::attach(session, &call.id("id"), &call.sent())?)
        }),
    }
}
