//! Customers in great number: made through the store's own inserts, equal on both engines.

mod customer;
mod postgres;
mod sqlite;

pub use customer::{GROUP, Sample};
pub use postgres::copy as postgres;
pub use sqlite::fill as sqlite;
