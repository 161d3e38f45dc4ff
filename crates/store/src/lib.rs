//! The only SQL: one text per statement, one transaction type, two engines.
//!
//! Everything above speaks to a [`Store`]: `write` and `read` take a function over a [`Tx`] and run
//! it on a thread that owns a connection. Nothing here decides anything about billing.

pub mod audit;
mod backup;
mod billing;
pub mod catalog;
pub mod company;
pub mod company_user;
pub mod customer;
pub mod document;
mod driver;
mod error;
pub mod fact;
pub mod idempotency;
mod index;
mod progress;
pub mod sales_user;
mod schema;
pub mod signing_key;
mod store;
pub mod token;

pub use backup::backup;
pub use billing::{billed, credit, invoice, number, one_time, rollup, subscription, tally, usage};
pub use driver::dialect::Engine;
pub use driver::fuse::Fuse;
pub use driver::job::Pending;
pub use driver::room::Room;
pub use driver::row::{FromRow, Row};
pub use driver::statement::{Statement, every_statement, names_company};
pub use driver::tx::Tx;
pub use driver::value::Value;
pub use error::{Error, Fallible, Result};
pub use index::{find, label, mark, search};
pub use progress::Progress;
pub use store::{Location, Store};
