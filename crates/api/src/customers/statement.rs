//! `GET /customers/{customer_id}/statement`

use axum::http::Method;
use engine::documents::StatementRequest;
use engine::{Failure, Refusal};
use records::{Area, Moment, Statement};

use super::TAG;
use crate::call::Call;
use crate::openapi::record;
use crate::operation::{Action, Operation, QueryKind, QueryParameter, read};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::GET,
        path: "/customers/{customer_id}/statement",
        id: "getCustomerStatement",
        tag: TAG,
        summary: "Read a customer's statement",
        description: "What a customer owed, was charged, paid and got back in one currency between \
            two instants: every invoice that it pays, for itself or for customers below it. \
            `hosted_link` leads to the same as a page for the customer.",
        grant: read(Area::INVOICES),
        query: QUERY,
        body: None,
        status: 200,
        answer: record::<Statement>(),
        action: Action::Search(|session, call| {
            page::record(&engine::documents::statement(session, &asked(call)?)?)
        }),
    }
}

const QUERY: &[QueryParameter] = &[
    QueryParameter {
        name: "from",
        description: "The first instant; what happened before is the opening balance.",
        kind: QueryKind::Text,
    },
    QueryParameter {
        name: "to",
        description: "The instant behind the last one.",
        kind: QueryKind::Text,
    },
    QueryParameter {
        name: "currency",
        description: "The company's preferred currency where absent.",
        kind: QueryKind::Text,
    },
];

fn asked(call: &Call) -> Result<StatementRequest, Failure> {
    let (from, to) = (moment(call, "from")?, moment(call, "to")?);
    let currency = call.parameter("currency").filter(|code| !code.is_empty());
    let customer = call.segment("customer_id").to_owned();
    Ok(StatementRequest { customer, currency: currency.map(str::to_owned), from, to })
}

fn moment(call: &Call, name: &str) -> Result<Option<Moment>, Failure> {
    let Some(text) = call.parameter(name).filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    let detail = "It is an instant like 2026-01-31T00:00:00Z.";
    let wrong = || Refusal::invalid(&format!("/{name}"), "invalid", detail);
    Ok(Some(Moment::parse(text).ok_or_else(wrong)?))
}
