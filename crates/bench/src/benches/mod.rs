//! The list of the benchmarks: each is one file and one line here.

mod billing;
mod bundles;
mod change;
mod create;
mod find;
mod get;
mod start;

use crate::arguments::Plan;
use crate::outcome::Outcome;
use crate::report::Table;

pub struct Bench {
    pub name: &'static str,
    pub work: &'static str,
    /// Its tables; each is written down when it is there.
    pub tables: &'static [fn(&Plan) -> Outcome<Table>],
}

pub const BENCHES: &[Bench] = &[
    Bench { name: "get", work: "a customer by id, over HTTP", tables: get::TABLES },
    Bench { name: "find", work: "every filter, sort and deep page", tables: find::TABLES },
    Bench { name: "create", work: "keyed durable creates, 64 connections", tables: create::TABLES },
    Bench { name: "change", work: "changes at once, against creates", tables: &[change::run] },
    Bench { name: "bundles", work: "bundles with all below them", tables: &[bundles::run] },
    Bench { name: "billing-run", work: "a hundred thousand due at once", tables: &[billing::run] },
    Bench { name: "billing-lived", work: "changed and paused ones", tables: &[billing::lived] },
    Bench { name: "billing-scale", work: "more and more due at once", tables: &[billing::scale] },
    Bench { name: "start", work: "process start to first answer", tables: &[start::run] },
];
