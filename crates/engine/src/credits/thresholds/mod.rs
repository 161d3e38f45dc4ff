//! Thresholds: balances of credits below which somebody wants to be told. They decide nothing.

mod create;
pub(crate) mod cross;
mod list;
mod remove;
mod shown;

pub use create::create as create_threshold;
pub use list::list as list_thresholds;
pub use remove::remove as remove_threshold;
