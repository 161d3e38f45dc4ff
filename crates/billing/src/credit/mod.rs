//! Credits: in which order they are used, how they burn down, and what their log adds up to.
//! A credit never goes below zero and is never used twice.

mod burn;
mod log;
mod order;
mod units;

pub use burn::{Burned, Grant, Usage, burn};
pub use log::{Action, Entry, LogError, balance};
pub use order::{Rank, Scope};
pub use units::lower_units;
