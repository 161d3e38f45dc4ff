//! `POST /subscriptions/{id or identifier}/generate_next_invoice`

use axum::http::Method;
use records::{Area, Subscription};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/subscriptions/{id}/generate_next_invoice",
        id: "generateNextInvoice",
        tag: TAG,
        summary: "Bill the coming billing date now",
        description: "Invoices what the coming billing date charges in advance, and lines \
            that wait; that date later bills what is left. 409 while it is paused, \
            in a trial, or ends before. Of one that is over it invoices what returned \
            from an invoice that was voided since.",
        grant: write(Area::SUBSCRIPTIONS),
        query: &[],
        body: None,
        status: 200,
        answer: record::<Subscription>(),
        action: Action::Write(|session, call| {
            engine::subscriptions::generate_next_invoice(session, call.segment("id"))
        }),
    }
}
