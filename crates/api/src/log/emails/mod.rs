//! Mails to customers and the company's words for them, over HTTP.

mod find;
pub mod templates;

pub use find::operation as find;
