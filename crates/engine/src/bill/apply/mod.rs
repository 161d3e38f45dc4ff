//! Applying what was decided: rows are prepared outside of a transaction and written in one.

mod changed;
mod credits;
mod discounts;
pub(crate) mod invoices;
mod prepare;
pub(crate) mod quantities;
pub(crate) mod revenue;
pub(crate) mod subscriptions;
mod told;
pub(crate) mod uses;
mod write;

pub(crate) use prepare::{Desk, Fresh, Noted, Prepared, prepare};
pub(crate) use subscriptions::FreshRow;
pub(crate) use write::write;
