//! What audits look up: rows and facts held against each other, whole sets of them.

pub(crate) mod belongings;
pub(crate) mod copies;
mod engine;
pub(crate) mod facts;
pub(crate) mod numbers;

pub use belongings::strays;
pub use copies::stale_copies;
pub use engine::{EngineCheck, engine_checks, engine_complaints};
pub use facts::{facts_without_row, rows_without_fact};
pub use numbers::{CreditNote, Numbered, credit_notes, invoices, numbered};
