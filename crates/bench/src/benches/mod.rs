//! The list of the benchmarks: each is one file and one line here.

mod billing;
mod bundles;
mod change;
mod create;
mod find;
mod get;
mod idle;
mod ingest;
mod pdf;
mod start;
mod webhooks;
mod worst;

use crate::arguments::Plan;
use crate::outcome::Outcome;
use crate::report::Table;

/// Measures and makes a table of it.
pub type Measure = fn(&Plan) -> Outcome<Table>;

pub struct Bench {
    pub name: &'static str,
    pub work: &'static str,
    /// Its tables by their names in the document; each is written down when it is there.
    pub tables: &'static [(&'static str, Measure)],
}

pub const BENCHES: &[Bench] = &[
    Bench {
        name: "get",
        work: "one by id, over HTTP",
        tables: &[
            ("get", get::customers),
            ("get-subscriptions", get::subscriptions),
            ("get-entitlements", get::entitlements),
        ],
    },
    Bench {
        name: "find",
        work: "every filter, sort and deep page",
        tables: &[
            ("find", |plan| find::filters(plan, &find::CUSTOMERS)),
            ("pages", |plan| find::pages(plan, &find::CUSTOMERS)),
            ("find-http", find::over_http),
            ("find-subscriptions", |plan| find::filters(plan, &find::SUBSCRIPTIONS)),
            ("pages-subscriptions", |plan| find::pages(plan, &find::SUBSCRIPTIONS)),
        ],
    },
    Bench {
        name: "create",
        work: "keyed durable creates, 64 connections",
        tables: &[("create", create::customers), ("create-subscriptions", create::subscriptions)],
    },
    Bench {
        name: "change",
        work: "changes at once, against creates",
        tables: &[("change", change::run)],
    },
    Bench {
        name: "bundles",
        work: "bundles with all below them",
        tables: &[("bundles", bundles::run)],
    },
    Bench {
        name: "billing",
        work: "what is due at once",
        tables: &[
            ("billing-run", billing::run),
            ("billing-lived", billing::lived),
            ("billing-scale", billing::scale),
            ("billing-families", billing::families),
            ("billing-credits", billing::credits),
        ],
    },
    Bench {
        name: "ingest",
        work: "usage events, a thousand a request",
        tables: &[("ingest", ingest::run)],
    },
    Bench {
        name: "start",
        work: "process start to first answer",
        tables: &[("start", start::run)],
    },
    Bench { name: "idle", work: "a server that has nothing to do", tables: &[("idle", idle::run)] },
    Bench { name: "pdf", work: "an invoice printed, in process", tables: &[("pdf", pdf::run)] },
    Bench {
        name: "worst",
        work: "the dearest requests, and who waits for them",
        tables: &[("worst", worst::run)],
    },
    Bench {
        name: "webhooks",
        work: "events to an endpoint",
        tables: &[("webhooks", webhooks::run)],
    },
];
