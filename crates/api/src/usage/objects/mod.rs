//! Objects that are billed while they are there, over HTTP.

mod create;
mod delete;
mod find;
mod ingest;
mod update;

pub use create::operation as create;
pub use delete::operation as delete;
pub use find::operation as find;
pub use ingest::operation as ingest;
pub use update::operation as update;

const TAG: &str = "Objects";
