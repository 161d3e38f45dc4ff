//! Invoices: what customers are asked to pay.

mod act;
mod answer;
pub mod documents;
mod explain;
mod finalize;
mod find;
mod get;
mod mark_paid;
mod next;
mod reissue;
mod update;
mod void;

pub(crate) use answer::embedded;
pub use explain::explain;
pub use finalize::finalize;
pub use find::find;
pub use get::get;
pub use mark_paid::mark_paid;
pub use next::next;
pub use reissue::reissue;
pub use store::invoice::FIND;
pub use update::update;
pub use void::void;
