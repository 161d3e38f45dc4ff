//! The only SQL: one text per statement, one transaction type, two engines.
//!
//! Everything above speaks to a [`Store`]: `write` and `read` take a function over a [`Tx`] and run
//! it on a thread that owns a connection. Nothing here decides anything about billing.

pub mod company;
pub mod company_user;
pub mod customer;
mod document;
mod driver;
mod error;
pub mod fact;
pub mod find;
pub mod idempotency;
mod job;
pub mod label;
mod row;
pub mod sales_user;
mod schema;
pub mod search;
pub mod signing_key;
mod statement;
mod store;
pub mod token;
mod tx;
mod value;

pub use driver::dialect::Engine;
pub use error::{Error, Fallible};
pub use job::Pending;
pub use row::Row;
pub use statement::{Statement, every_statement};
pub use store::{Location, Store};
pub use tx::Tx;
pub use value::Value;
