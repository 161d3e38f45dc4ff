//! `POST /one_times`

use axum::http::Method;
use records::{Area, OneTimeCharge, OneTimeCreate};

use super::TAG;
use crate::openapi::{list_of, record};
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/one_times",
        id: "createOneTimeCharges",
        tag: TAG,
        summary: "Charge something once",
        description: "One-time pricings or prices of their own, all of one currency. `IMMEDIATE` \
            makes an invoice of its own, now or at `invoice_date`; `NEXT` goes on the next \
            invoice of the customer in that currency, whichever subscription makes it. Discounts \
            hold for these charges alone.",
        grant: write(Area::ONE_TIME),
        query: &[],
        body: Some(record::<OneTimeCreate>()),
        status: 200,
        answer: list_of(record::<OneTimeCharge>()),
        action: Action::Write(|session, call| {
            page::record(&engine::one_times::create(session, &call.sent())?)
        }),
    }
}
