//! One-time charges over HTTP.

mod create;
mod delete;
mod find;

pub use create::operation as create;
pub use delete::operation as delete;
pub use find::operation as find;

const TAG: &str = "One-time charges";
