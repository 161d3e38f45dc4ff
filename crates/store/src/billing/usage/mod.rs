//! Usage: events as they came, meters that say what is rolled up, rollups by the hour, and the
//! periods that were billed by them. Nothing here knows what a metric counts.

pub mod event;
pub mod meter;
pub mod object;
pub mod period;
pub mod rollup;
