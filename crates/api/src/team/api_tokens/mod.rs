//! API tokens over HTTP.

mod create;
mod list;
mod revoke;

pub use create::operation as create;
pub use list::operation as list;
pub use revoke::operation as revoke;

const TAG: &str = "API tokens";
