//! Customers and subscriptions in great number: made through our own functions, equal on both
//! engines.

mod customer;
pub mod deal;
mod due;
mod many;
mod pattern;
mod postgres;
mod sqlite;
mod standing;

pub use customer::{GROUP, Sample};
pub use due::{Life, fill as due};
pub use many::multiply;
pub use postgres::{cell, copy as postgres};
pub use sqlite::fill as sqlite;
pub use standing::{Standing, fill as standing};
