//! Contracts over HTTP.

mod attach;
mod create;
mod file;
mod find;
mod get;
mod send;
mod sign_offline;
mod start;
pub mod templates;
mod update;
mod void;

pub use attach::operation as attach;
pub use create::operation as create;
pub use file::operation as file;
pub use find::operation as find;
pub use get::operation as get;
pub use send::operation as send;
pub use sign_offline::operation as sign_offline;
pub use start::operation as start;
pub use update::operation as update;
pub use void::operation as void;

const TAG: &str = "Contracts";
