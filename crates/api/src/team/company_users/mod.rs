//! Company users over HTTP.

mod invite;
mod list;
mod update;

pub use invite::operation as invite;
pub use list::operation as list;
pub use update::operation as update;

const TAG: &str = "Company users";
