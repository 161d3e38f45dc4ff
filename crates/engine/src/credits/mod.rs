//! Credits: what was prepaid or given, which pays invoices or lowers units, and the log of all that
//! became of them.

mod balance;
mod consume;
mod create;
mod find;
mod get;
mod grant;
mod ledger;
mod logs;
mod revoke;
mod shown;
pub(crate) mod thresholds;
mod value;
mod whose;

pub use balance::check_balance;
pub use consume::consume;
pub use create::create;
pub use find::find;
pub use get::get;
pub use grant::{NewCredit, grant};
pub use ledger::{LedgerRequest, ledger};
pub use logs::find_logs;
pub use revoke::revoke;
pub use store::credit::{FIND, FIND_LOGS};
pub use thresholds::{create_threshold, list_thresholds, remove_threshold};
