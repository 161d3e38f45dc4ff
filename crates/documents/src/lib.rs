//! What documents say to people: an invoice made from its records as words and plain rows, in the
//! language of whoever reads it. Page, PDF and mail lay the same view out, so that none can show
//! another figure than the others.
//!
//! Nothing here knows HTML, files, clocks or a database, and nothing is decided: what is not in the
//! records is not on the document.

pub mod e_invoice;
pub mod format;
pub mod invoice;
pub mod locale;
mod statement;

pub use invoice::{Names, Source, View, view};
pub use locale::{Language, Locale};
pub use statement::{StatementRow, StatementSource, StatementView, statement_view};
