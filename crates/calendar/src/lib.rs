//! Billing time: terms, anchors, periods, local days and shares.
//!
//! Every boundary is counted from its anchor and never from the boundary before it, so nothing
//! drifts. Nothing here knows what time it is, and nothing loops over time: beyond the year 9999
//! the answer is an error.

mod anchor;
mod boundary;
mod error;
mod frequency;
mod grid;
pub mod micros;
mod period;
mod share;
mod span;
mod zone;

pub use anchor::Anchor;
pub use error::CalendarError;
pub use frequency::{Frequency, Term};
pub use grid::Grid;
pub use jiff::Timestamp;
pub use period::Period;
pub use share::{Measure, Share, local_days};
pub use span::Span;
pub use zone::Zone;
