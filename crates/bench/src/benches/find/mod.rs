//! Searches customers and subscriptions: every filter and order in process, deep pages, and a few over HTTP.

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

pub fn run(plan: &Plan) -> Outcome<Vec<Table>> {
    let mut tables = Vec::new();
    for noun in [&CUSTOMERS, &SUBSCRIPTIONS] {
        tables.push(filters::run(plan, noun)?);
        tables.push(pages::run(plan, noun)?);
    }
    tables.push(over_http::run(plan)?);
    Ok(tables)
}
