//! `GET /credits/check_balance/{customer}`

use axum::http::Method;
use records::{Area, CreditBalance};

use super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, read};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::GET,
        path: "/credits/check_balance/{customer}",
        id: "checkCreditBalance",
        tag: TAG,
        summary: "Check what is left",
        description: "What can be used now of all credits of a customer, whose id or identifier \
            the path has: money in minor units by currency, units by item.",
        grant: read(Area::CREDITS),
        query: &[],
        body: None,
        status: 200,
        answer: record::<CreditBalance>(),
        action: Action::Search(|session, call| {
            let customer = call.segment("customer");
            page::record(&engine::credits::check_balance(session, customer)?)
        }),
    }
}
