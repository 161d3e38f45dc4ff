//! Sales users over HTTP.

mod create;
mod list;
mod update;

pub use create::operation as create;
pub use list::operation as list;
pub use update::operation as update;

const TAG: &str = "Sales users";
