//! `GET /credits/ledger/{customer}`

use axum::http::Method;
use engine::credits::LedgerRequest;
use engine::{Failure, Refusal};
use records::{Area, CreditLedger, Moment};

use super::TAG;
use crate::call::Call;
use crate::openapi::record;
use crate::operation::{Action, Operation, QueryKind, QueryParameter, read};
use crate::page;

pub fn operation() -> Operation {
    Operation {
        method: Method::GET,
        path: "/credits/ledger/{customer}",
        id: "getCreditLedger",
        tag: TAG,
        summary: "Read the ledger of credits",
        description: "Opening, movements and closing of each currency and item between two \
            instants, of a customer, whose id or identifier the path has, or of it and everyone below.",
        grant: read(Area::CREDITS),
        query: QUERY,
        body: None,
        status: 200,
        answer: record::<CreditLedger>(),
        action: Action::Search(|session, call| {
            page::record(&engine::credits::ledger(session, &asked(call)?)?)
        }),
    }
}

const QUERY: &[QueryParameter] = &[
    QueryParameter {
        name: "from",
        description: "The first instant; what happened before is the opening.",
        kind: QueryKind::Text,
    },
    QueryParameter {
        name: "to",
        description: "The instant behind the last one.",
        kind: QueryKind::Text,
    },
    QueryParameter {
        name: "family",
        description: "`true` adds the customers below.",
        kind: QueryKind::Text,
    },
];

fn asked(call: &Call) -> Result<LedgerRequest, Failure> {
    let family = match call.parameter("family") {
        None | Some("" | "false") => false,
        Some("true") => true,
        Some(_) => {
            return Err(Refusal::invalid("/family", "invalid", "It is `true` or `false`.").into());
        }
    };
    let (from, to) = (moment(call, "from")?, moment(call, "to")?);
    Ok(LedgerRequest { customer: call.segment("customer").to_owned(), from, to, family })
}

fn moment(call: &Call, name: &str) -> Result<Option<Moment>, Failure> {
    let Some(text) = call.parameter(name).filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    let detail = "It is an instant like 2026-01-31T00:00:00Z.";
    let wrong = || Refusal::invalid(&format!("/{name}"), "invalid", detail);
    Ok(Some(Moment::parse(text).ok_or_else(wrong)?))
}
