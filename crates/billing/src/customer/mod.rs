//! Who sells and who pays: company, customer, and the taxes and countries of both.

mod company;
pub mod country;
mod rollup;

pub use company::{Company, Customer, TaxRate};
pub use rollup::{Rollup, RollupRun};
