//! `GET /credits/thresholds`

use axum::http::Method;
use records::{Area, CreditThreshold};

use super::super::TAG;
use crate::openapi::{page_of, record};
use crate::operation::{Action, FROM_KEY, LIMIT, Operation, QueryKind, QueryParameter, read};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::GET,
        path: "/credits/thresholds",
        id: "listCreditThresholds",
        tag: TAG,
        summary: "List thresholds of balances",
        description: "In the order in which they were set, without those that were removed.",
        grant: read(Area::CREDITS),
        query: QUERY,
        body: None,
        status: 200,
        answer: page_of("CreditThresholdsPage", record::<CreditThreshold>()),
        action: Action::Search(|session, call| {
            let customer = call.parameter("customer_id").filter(|id| !id.is_empty());
            page::listed(&engine::credits::list_thresholds(session, customer, &call.list())?)
        }),
    }
}

const QUERY: &[QueryParameter] = &[
    QueryParameter {
        name: "customer_id",
        description: "Only those of this customer.",
        kind: QueryKind::Text,
    },
    LIMIT,
    FROM_KEY,
];
