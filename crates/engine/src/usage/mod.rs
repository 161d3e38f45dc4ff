//! Usage: events come in, are counted by the metrics of their item in the same transaction, found,
//! amended and taken back. What they come to is asked of rollups (`reading`).

mod amend;
pub(crate) mod count;
mod fill;
mod find;
mod ingest;
mod matching;
pub(crate) mod metrics;
pub mod objects;
mod of_subscription;
pub(crate) mod reading;
mod refresh;
mod sent;
pub(crate) mod tally;
mod void;

pub use amend::amend;
pub use fill::filling;
pub use find::find;
pub use ingest::ingest;
pub use of_subscription::of_subscription;
pub use store::usage::event::FIND;
pub use void::void;

pub(crate) use fill::refill;
pub(crate) use matching::match_events;
