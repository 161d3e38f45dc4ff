//! `POST /invoices/{uuid}/mark_paid`

use axum::http::Method;
use records::invoice::payment::MarkPaid;
use records::{Area, Invoice};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/invoices/{uuid}/mark_paid",
        id: "markInvoicePaid",
        tag: TAG,
        summary: "Record a payment",
        description: "Money that came outside the service: all that is due where no amount is \
            given; what is above becomes a credit. 409 on a draft, void or paid invoice.",
        grant: write(Area::INVOICES),
        query: &[],
        body: Some(record::<MarkPaid>()),
        status: 200,
        answer: record::<Invoice>(),
        action: Action::Write(|session, call| {
            let payment = call.read::<MarkPaid>()?;
            engine::invoices::mark_paid(session, &call.id("uuid"), &payment)
        }),
    }
}
