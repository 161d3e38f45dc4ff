//! Credits: in which order they are used, and what their log adds up to. A credit never goes below
//! zero and is never used twice.

mod log;
mod order;

pub use log::{Action, Entry, LogError, balance};
pub use order::{Rank, Scope};
