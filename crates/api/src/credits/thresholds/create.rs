//! `POST /credits/thresholds`

use axum::http::Method;
use records::{Area, CreditThreshold, CreditThresholdCreate};

use super::super::TAG;
use crate::openapi::record;
use crate::operation::{Action, Operation, write};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::POST,
        path: "/credits/thresholds",
        id: "createCreditThreshold",
        tag: TAG,
        summary: "Set a threshold of a balance",
        description: "The events log says `credit_threshold.fell_below` once each time the balance \
            of the customer (all its credits of that currency, or of that item) falls below it, \
            and `credit_threshold.recovered` when it no longer is. What happens at one instant \
            counts together. A balance that is below it already is told by `below` alone.",
        grant: write(Area::CREDITS),
        query: &[],
        body: Some(record::<CreditThresholdCreate>()),
        status: 201,
        answer: record::<CreditThreshold>(),
        action: Action::Write(|session, call| {
            page::record(&engine::credits::create_threshold(session, &call.sent())?)
        }),
    }
}
