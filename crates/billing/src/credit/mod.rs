//! Credits: in which order they are used, how they burn down, and what their log adds up to.
//! A credit never goes below zero and is never used twice.

pub(crate) mod burn;
pub(crate) mod expire;
pub(crate) mod log;
pub(crate) mod order;
pub(crate) mod state;
mod units;

pub use burn::{Burned, Grant, Usage, burn};
pub use log::{Action, Entry, LogError, balance};
pub use order::{Rank, Scope};
pub use state::{Credit, CreditSource, CreditState, LogEntry, Origin};
pub use units::lower_units;
