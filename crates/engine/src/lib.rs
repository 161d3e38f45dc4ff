//! Use cases, one file per verb: load, decide, apply.
//!
//! The API and the command line speak to an [`Engine`]. It runs each use case over a [`Session`]
//! in one transaction, with time, ids and secrets handed in. No HTTP and no SQL here.

pub mod audit;
mod background;
pub mod bill;
pub mod catalog;
pub mod clock;
pub mod companies;
pub mod credits;
pub mod customers;
mod engine;
pub mod events_log;
pub mod find;
pub mod invoices;
pub mod one_times;
mod refusal;
mod session;
pub mod subscriptions;
mod team;
pub mod tokens;
pub mod usage;

pub use background::{BackgroundWork, Failing, Rounds};
pub use catalog::parse_quantity;
pub use companies::clock as company_clock;
pub use engine::{Caller, Engine, Grant};
pub use find::listing;
pub use invoices::documents;
pub use refusal::{Failure, Refusal};
pub use session::idempotency;
pub use session::ids::Ids;
pub use session::{Actor, Session};
pub(crate) use session::{ids, overlay};
pub use store::{Error as StoreError, Fuse, Location, Pending, Progress, Room, backup};
pub use subscriptions::parked;
pub use team::{company_users, sales_users};
