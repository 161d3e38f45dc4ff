//! What was used: events in, one exact value per group out. Nothing here stores events or knows
//! prices; an event counts in the period that holds its timestamp.

mod aggregate;
mod event;
mod meter;
mod rule;

pub use aggregate::Aggregator;
pub use event::Event;
pub use meter::{Group, Measured, Meter};
pub use rule::{Comparison, Item, Rule};
