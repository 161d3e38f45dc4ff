//! The page of one invoice, for whoever has a link to it: how much, by when, from whom, is it paid;
//! then the lines, then how to pay. It lays out what the view says and computes nothing.

mod closed;
mod lines;
mod open;
mod page;
mod totals;

pub use open::{open, pdf};
pub use page::markup;
pub(crate) use {open::refused, page::brand, page::party};
