//! Invoices: what customers are asked to pay.

mod answer;
mod find;
mod get;

pub use find::find;
pub use get::get;
pub use store::invoice::FIND;
