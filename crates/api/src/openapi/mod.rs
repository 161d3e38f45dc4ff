//! The OpenAPI document, made from the list of operations and the records themselves.

mod components;
mod document;
mod events;
mod find;
mod projection;

pub use components::{Components, NEVER_NULL, Schema, list_of, record};
pub use document::{Schemas, assembled, document, schemas};
pub use find::{find_body, page_of, paged_body};
pub use projection::{Extra, object, projection, some_of};
