//! What a service covers of a grid period: the whole of it, or a stub at its start or its end.

use serde::{Deserialize, Serialize};

use crate::{CalendarError, Measure, Period, Share, Zone};

/// A service period and the grid period that contains it and measures it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    pub period: Period,
    pub grid: Period,
}

impl Span {
    /// Whether something is missing of the grid period.
    pub fn is_stub(self) -> bool {
        self.period != self.grid
    }

    /// The part of the grid period that is covered.
    pub fn share(self, measure: Measure, zone: &Zone) -> Result<Share, CalendarError> {
        Share::of(self.period, self.grid, measure, zone)
    }
}
