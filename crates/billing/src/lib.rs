//! The pure core: prices, periods and facts in, charges and invoices out.
//!
//! Every function here is total and tells all it knows by its arguments: no clock, no IO, no
//! randomness, no float. Amounts stay exact until a line is rounded, once, half away from zero.

pub mod audit;
pub mod command;
pub mod contract;
pub mod credit;
pub mod customer;
pub mod decide;
pub mod definition;
pub mod explain;
pub mod fact;
pub mod id;
pub mod invoice;
pub mod metering;
pub mod one_time;
pub mod period;
pub mod pricing;
pub mod project;
pub mod refusal;
pub mod snapshot;
pub mod subscription;

use project::work;
