//! Invoices over HTTP.

mod e_invoice;
mod emails;
mod explain;
mod finalize;
mod find;
mod get;
mod mark_paid;
mod next;
mod reissue;
mod send;
mod update;
mod void;

pub use e_invoice::operation as e_invoice;
pub use emails::operation as emails;
pub use explain::operation as explain;
pub use finalize::operation as finalize;
pub use find::operation as find;
pub use get::operation as get;
pub use mark_paid::operation as mark_paid;
pub use next::operation as next;
pub use reissue::operation as reissue;
pub use send::operation as send;
pub use update::operation as update;
pub use void::operation as void;

const TAG: &str = "Invoices";
