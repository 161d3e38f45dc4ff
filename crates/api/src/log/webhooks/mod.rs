//! Endpoints that are told of events, over HTTP.

mod create;
mod delete;
mod deliveries;
mod get;
mod list;
mod redeliver;
mod rotate;
mod test;
mod update;

pub use create::operation as create;
pub use delete::operation as delete;
pub use deliveries::operation as deliveries;
pub use get::operation as get;
pub use list::operation as list;
pub use redeliver::operation as redeliver;
pub use rotate::operation as rotate;
pub use test::operation as test;
pub use update::operation as update;

const TAG: &str = "Webhooks";
