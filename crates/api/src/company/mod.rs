//! The company itself over HTTP.

pub mod clock;
mod get;
mod preview_invoice;
mod update;

pub use get::operation as get;
pub use preview_invoice::operation as preview_invoice;
pub use update::operation as update;

const TAG: &str = "Company";
