//! Where the counting of periods begins. An anchor never moves: all boundaries are counted from it.

use jiff::Timestamp;

use crate::{CalendarError, Zone};

/// An instant in a zone, with the day of the month that boundaries try to keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anchor {
    instant: Timestamp,
    zone: Zone,
    day: i8,
}

impl Anchor {
    /// Boundaries keep the local day of the month of `instant`.
    pub fn new(instant: Timestamp, zone: Zone) -> Anchor {
        let day = zone.date(instant).day();
        Anchor { instant, zone, day }
    }

    /// Boundaries keep `day`, beginning in the local month of `instant`, at its time of day.
    /// February then does not make 28 of a 31 for good.
    pub fn on_day(instant: Timestamp, zone: Zone, day: i8) -> Result<Anchor, CalendarError> {
        match (1..=31).contains(&day) {
            true => Ok(Anchor { instant, zone, day }),
            false => Err(CalendarError::DayOfMonth),
        }
    }

    pub fn instant(&self) -> Timestamp {
        self.instant
    }

    pub fn zone(&self) -> &Zone {
        &self.zone
    }

    /// The day of the month that boundaries have where the month is long enough.
    pub fn day(&self) -> i8 {
        self.day
    }

    /// Whether the instant itself is boundary zero.
    pub(crate) fn is_boundary(&self) -> bool {
        self.zone.date(self.instant).day() == self.day
    }
}
