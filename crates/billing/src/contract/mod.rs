//! Contracts: where one is in its life and what may happen to it, and what it is worth. What it
//! becomes is decided by the commands that everything else is decided by, too. Nothing here knows
//! of documents or signatures beyond that there are some.

mod lifecycle;
mod quote;
mod value;

pub use lifecycle::{Action, NotAllowed, StartType, Status};
pub use quote::{Quote, QuoteLine, QuoteOnce, quote};
pub use value::{Span, Value, value};
