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
    pub run: fn(&Plan) -> Outcome<Vec<Table>>,
}

pub const BENCHES: &[Bench] = &[
    Bench { name: "get", work: "a customer by id, over HTTP", run: get::run },
    Bench { name: "find", work: "every filter, sort and deep page", run: find::run },
    Bench { name: "create", work: "keyed durable creates, 64 connections", run: create::run },
    Bench { name: "change", work: "changes at once, against creates", run: change::run },
    Bench { name: "bundles", work: "bundles with all below them", run: bundles::run },
    Bench { name: "billing-run", work: "a hundred thousand due at once", run: billing::run },
    Bench { name: "billing-scale", work: "more and more due at once", run: billing::scale },
    Bench { name: "start", work: "process start to first answer", run: start::run },
];
