//! Subscriptions whose billing failed, over HTTP.

mod find;
mod retry;

pub use find::operation as find;
pub use retry::operation as retry;

const TAG: &str = "Parked subscriptions";
