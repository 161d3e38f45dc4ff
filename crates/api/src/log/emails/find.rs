//! `POST /emails/find`

use axum::http::Method;
use engine::emails;
use engine::find::FindRequest;
use records::{Area, Email};

use crate::openapi::{find_body, page_of, record};
use crate::operation::{Action, Operation, read};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/emails/find",
        id: "findEmails",
        tag: "E-mails",
        summary: "Find e-mails",
        description: "What was written to customers, will be, or was not, with the reason. \
            `object_id` is the invoice, subscription or credit that a mail is about. What failed \
            is tried again by its job, which has the mail as its `object_id`. All given filters \
            must match.",
        grant: read(Area::LOGS),
        query: &[],
        body: Some(find_body("Emails", emails::FIND)),
        status: 200,
        answer: page_of("EmailsPage", record::<Email>()),
        action: Action::Search(|session, call| {
            let request = FindRequest::parse(&emails::FIND, &call.body)?;
            page::found(&emails::find(session, &request)?)
        }),
    }
}
