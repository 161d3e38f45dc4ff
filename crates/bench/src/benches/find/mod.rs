//! Searches customers and subscriptions: every filter and order in process, deep pages, and a few
//! over HTTP.

mod cases;
mod filters;
mod noun;
mod over_http;
mod pages;
mod plain;
mod subject;
mod subscriptions;

use noun::{CUSTOMERS, SUBSCRIPTIONS};
pub use subject::p50;

use crate::arguments::Plan;
use crate::outcome::Outcome;
use crate::report::Table;

pub const TABLES: &[fn(&Plan) -> Outcome<Table>] = &[
    |plan| filters::run(plan, &CUSTOMERS),
    |plan| pages::run(plan, &CUSTOMERS),
    over_http::run,
    |plan| filters::run(plan, &SUBSCRIPTIONS),
    |plan| pages::run(plan, &SUBSCRIPTIONS),
];
