//! Subscriptions whose billing failed, over HTTP.

mod find;

pub use find::operation as find;

const TAG: &str = "Parked subscriptions";
