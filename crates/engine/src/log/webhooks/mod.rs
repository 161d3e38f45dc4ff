//! Webhooks: endpoints that follow the log, each from its own position on.
//!
//! The log is the queue. A follower sends what is new, in order for each record; a job exists only
//! for a delivery that failed, and what comes later of that record waits behind it.

mod check;
mod create;
mod delete;
mod deliver;
mod deliveries;
mod disable;
mod follow;
mod forget;
mod letter;
mod list;
mod redeliver;
mod rotate;
mod secret;
mod test;
mod update;

pub use create::create;
pub use delete::delete;
pub use deliver::WebhookDelivery;
pub use deliveries::list as deliveries;
pub(crate) use follow::follow;
pub use list::{get, list};
pub use redeliver::redeliver;
pub use rotate::rotate;
pub use test::test;
pub use update::update;

const PREFIX: &str = "whk_";
const DELIVERY_PREFIX: &str = "whd_";
const NOUN: &str = "webhook";
