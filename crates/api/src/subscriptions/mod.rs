//! Subscriptions over HTTP.

mod create;
mod find;
mod get;
pub mod parked;
mod update;

pub use create::operation as create;
pub use find::operation as find;
pub use get::operation as get;
pub use update::operation as update;

const TAG: &str = "Subscriptions";
