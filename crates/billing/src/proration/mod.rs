//! Parts of charges: what a stub or a change costs, and what is given back. Nothing here knows
//! invoices; lines in, lines out.

mod change;
mod give_back;
mod prorate;
mod unused;

pub use change::{ChangeError, ChangeLine, Side, change};
pub use give_back::{cap, reverse};
pub use prorate::prorate;
pub use unused::unused_at_cancel;
