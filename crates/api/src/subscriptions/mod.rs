//! Subscriptions over HTTP.

mod find;
mod get;
pub mod parked;

pub use find::operation as find;
pub use get::operation as get;

const TAG: &str = "Subscriptions";
