//! Credits: in which order they are used, and what their log adds up to. A credit never goes below
//! zero and is never used twice.

pub(crate) mod apply;
pub(crate) mod consume;
pub(crate) mod expire;
pub(crate) mod give_back;
pub(crate) mod grant;
pub(crate) mod issue;
pub(crate) mod log;
pub(crate) mod order;
pub(crate) mod revoke;
pub(crate) mod sale;
pub(crate) mod state;
pub mod threshold;
pub(crate) mod units;
pub(crate) mod value;

pub use log::{Action, Entry, LogError, balance};
pub use order::{Precedence, Rank, Scope};
pub use state::{Credit, CreditSource, CreditState, LogEntry, Origin, PaidUsage, Sold};
pub use value::{CreditValue, UNIT_DIGITS, Units};
