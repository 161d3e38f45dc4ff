//! Credits over HTTP.

mod balance;
mod consume;
mod create;
mod find;
mod get;
mod ledger;
mod logs;
mod revoke;
mod thresholds;

pub use balance::operation as check_balance;
pub use consume::operation as consume;
pub use create::operation as create;
pub use find::operation as find;
pub use get::operation as get;
pub use ledger::operation as ledger;
pub use logs::operation as find_logs;
pub use revoke::operation as revoke;
pub use thresholds::{create_threshold, list_thresholds, remove_threshold};

const TAG: &str = "Credits";
