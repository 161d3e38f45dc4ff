//! Who sells and who pays: company, customer, and the taxes and countries of both.

mod company;
pub mod country;

pub use company::{Company, Customer, TaxRate};
