//! The pure core: prices, periods and facts in, charges and invoices out.
//!
//! Every function here is total and tells all it knows by its arguments: no clock, no IO, no
//! randomness, no float. Amounts stay exact until a line is rounded, once, half away from zero.

pub mod audit;
pub mod country;
pub mod credit;
pub mod decision;
pub mod explain;
pub mod fact;
pub mod fault;
mod field;
pub mod invoice;
pub mod metering;
pub mod mrr;
pub mod pricing;
pub mod proration;
pub mod revenue;
pub mod snapshot;
pub mod value;
