//! Who sells and who pays: company, customer, the taxes and countries of both, and what customers
//! may use.

mod company;
pub mod country;
pub mod entitlement;
mod rollup;

pub use company::{Company, Customer, TaxRate};
pub use rollup::{Rollup, RollupRun};
