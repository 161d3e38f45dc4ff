//! Searches customers: every filter and order in process, deep pages, and a few over HTTP.

mod cases;
mod filters;
mod over_http;
mod pages;
mod plain;
mod subject;

pub use subject::p50;

use crate::arguments::Plan;
use crate::outcome::Outcome;
use crate::report::Table;

pub fn run(plan: &Plan) -> Outcome<Vec<Table>> {
    Ok(vec![filters::run(plan)?, pages::run(plan)?, over_http::run(plan)?])
}
