//! Where the counting of periods begins. An anchor never moves: all boundaries are counted from it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{CalendarError, Zone};

/// An instant in a zone, with the day of the month that boundaries try to keep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "AnchorFields", into = "AnchorFields")]
pub struct Anchor {
    instant: Timestamp,
    zone: Zone,
    day: i8,
}

/// An anchor in a document.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Anchor")]
struct AnchorFields {
    #[serde(with = "crate::micros")]
    at: Timestamp,
    zone: String,
    day: i8,
}

impl From<Anchor> for AnchorFields {
    fn from(anchor: Anchor) -> AnchorFields {
        let Anchor { instant, zone, day } = anchor;
        AnchorFields { at: instant, zone: zone.name().to_owned(), day }
    }
}

impl TryFrom<AnchorFields> for Anchor {
    type Error = CalendarError;

    fn try_from(fields: AnchorFields) -> Result<Anchor, CalendarError> {
        Anchor::on_day(fields.at, fields.zone.parse()?, fields.day)
    }
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
