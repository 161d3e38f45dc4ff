//! Thresholds of balances over HTTP.

mod create;
mod list;
mod remove;

pub use create::operation as create_threshold;
pub use list::operation as list_thresholds;
pub use remove::operation as remove_threshold;
