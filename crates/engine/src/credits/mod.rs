//! Credits: money that a customer has with the company, which pays invoices.

mod get;
mod grant;

pub use get::get;
pub use grant::{NewCredit, grant};
