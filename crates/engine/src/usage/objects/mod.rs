//! Objects that are billed while they are there: they come, become others and go, and what they
//! were is kept. What they come to in a stretch is read here (`reading`) and weighed by the core.

mod change;
mod create;
mod delete;
mod find;
mod ingest;
pub(crate) mod reading;
mod sent;
mod shown;
mod update;

pub use create::create;
pub use delete::delete;
pub use find::find;
pub use ingest::ingest;
pub use store::usage::object::FIND;
pub use update::update;
