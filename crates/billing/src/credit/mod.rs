//! Credits: in which order they are used, and what their log adds up to. A credit never goes below
//! zero and is never used twice.

pub(crate) mod expire;
pub(crate) mod log;
pub(crate) mod order;
pub(crate) mod state;
pub(crate) mod value;

pub use log::{Action, Entry, LogError, balance};
pub use order::{Rank, Scope};
pub use state::{Credit, CreditSource, CreditState, LogEntry, Origin};
pub use value::CreditValue;
