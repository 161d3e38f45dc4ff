//! Applying what was decided: rows are prepared outside of a transaction and written in one.

mod beside;
mod changed;
pub(crate) mod columns;
mod context;
mod credits;
mod discounts;
pub(crate) mod invoices;
mod logged;
mod metered;
mod moving;
mod one_times;
mod prepare;
mod printed;
pub(crate) mod quantities;
pub(crate) mod revenue;
mod settle;
pub(crate) mod subscriptions;
pub(crate) mod uses;
mod write;

pub(crate) use context::{ApplyContext, Fresh, FreshOneTime, FreshRow, RequestDetails};
pub(crate) use prepare::{Prepared, prepare};
pub(crate) use write::write;
