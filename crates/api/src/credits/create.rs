//! `POST /credits`

use axum::http::Method;
use records::{Area, Credit, CreditCreate};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/credits",
        id: "createCredit",
        tag: TAG,
        summary: "Give a credit",
        description: "`AMOUNT` pays invoices of its currency, `UNITS` lower the units of an item \
            before they are priced. `apply_to_open_invoices` lets it pay at once what is open \
            already. An import reference is taken once.",
        grant: write(Area::CREDITS),
        query: &[],
        body: Some(record::<CreditCreate>()),
        status: 201,
        answer: record::<Credit>(),
        action: Action::Write(|session, call| {
            page::record(&engine::credits::create(session, &call.sent())?)
        }),
    }
}
