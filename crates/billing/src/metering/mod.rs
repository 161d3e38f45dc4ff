//! What was used: events in, one exact value per group out. Nothing here stores events or knows
//! prices; an event counts in the period that holds its timestamp.

pub(crate) mod aggregate;
pub(crate) mod event;
mod metric;
mod objects;
pub(crate) mod rule;
mod usage;

pub use aggregate::Aggregator;
pub use event::Event;
pub use metric::{Group, Measured, Metric};
pub use objects::{Existence, Weight};
pub use rule::{Comparison, Item, Rule};
pub use usage::{LatePeriod, Meter, Metered, NoUsage, NothingLoaded, UsageNotLoaded};
