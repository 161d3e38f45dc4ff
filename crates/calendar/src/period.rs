//! A half-open stretch of time: it has its start and not its end, so periods meet without overlap.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::CalendarError;

/// From `start` up to, and without, `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Period {
    #[serde(with = "crate::micros")]
    pub start: Timestamp,
    #[serde(with = "crate::micros")]
    pub end: Timestamp,
}

impl Period {
    /// A period that ends after it starts.
    pub fn new(start: Timestamp, end: Timestamp) -> Result<Period, CalendarError> {
        match start < end {
            true => Ok(Period { start, end }),
            false => Err(CalendarError::EmptyPeriod),
        }
    }

    pub fn contains(self, instant: Timestamp) -> bool {
        self.start <= instant && instant < self.end
    }

    /// The time that both periods have, if any.
    pub fn overlap(self, other: Period) -> Option<Period> {
        Period::new(self.start.max(other.start), self.end.min(other.end)).ok()
    }
}
