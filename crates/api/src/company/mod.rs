//! The company itself over HTTP.

pub mod clock;
mod get;
mod update;

pub use get::operation as get;
pub use update::operation as update;

const TAG: &str = "Company";
