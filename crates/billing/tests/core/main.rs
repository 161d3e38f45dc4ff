//! What the core promises, as one test binary: check tables that finance can read, and properties
//! that hold for any input.

// A test fails loudly, and this one reads its tables from files.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![allow(clippy::disallowed_methods)]

mod advances;
mod asks;
mod bounds;
mod checks;
mod credits;
mod decisions;
mod discounts;
mod explain;
mod invoices;
mod metering;
mod minimums;
mod naive;
mod properties;
mod purity;
mod quantities;
mod random;
mod reading;
mod scope;
mod world;
