//! Customers over HTTP.

mod create;
mod find;
mod get;
mod start_managing;
mod update;

pub use create::operation as create;
pub use find::operation as find;
pub use get::operation as get;
pub use start_managing::operation as start_managing;
pub use update::operation as update;

const TAG: &str = "Customers";
