//! The company itself over HTTP.

mod get;
mod update;

pub use get::operation as get;
pub use update::operation as update;

const TAG: &str = "Company";
