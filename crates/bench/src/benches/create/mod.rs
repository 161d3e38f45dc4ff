//! Creates customers and subscriptions over HTTP, keyed and durable, against a bare handler and
//! against plain commits of the very same rows, one by one and in batches.

mod customers;
mod figures;
mod localstripe;
pub(super) mod subscriptions;
mod written;

pub use customers::run as customers;
pub use subscriptions::run as subscriptions;
