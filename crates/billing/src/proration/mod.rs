//! Parts of charges: what a stub or a change costs, and what is given back. Nothing here knows
//! invoices; lines in, lines out.

mod give_back;
mod prorate;

pub use give_back::{cap, reverse};
pub use prorate::prorate;
