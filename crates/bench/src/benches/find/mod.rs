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

pub use filters::run as filters;
pub use noun::{CUSTOMERS, SUBSCRIPTIONS};
pub use over_http::run as over_http;
pub use pages::run as pages;
pub use subject::p50;
