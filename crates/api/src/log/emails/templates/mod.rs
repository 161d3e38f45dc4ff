//! A company's words for mails over HTTP.

mod create;
mod default;
mod delete;
mod get;
mod list;
mod preview;
mod update;

pub use create::operation as create;
pub use default::operation as default;
pub use delete::operation as delete;
pub use get::operation as get;
pub use list::operation as list;
pub use preview::operation as preview;
pub use update::operation as update;

const TAG: &str = "E-mail templates";
