//! Time zones by their IANA name, from the database inside the binary: never from the machine.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;

use crate::CalendarError;

/// A zone of the IANA database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone(TimeZone);

impl Zone {
    pub const UTC: Zone = Zone(TimeZone::UTC);

    /// What clocks on the wall show at an instant.
    pub fn local(&self, instant: Timestamp) -> DateTime {
        self.0.to_datetime(instant)
    }

    /// The calendar day of an instant.
    pub fn date(&self, instant: Timestamp) -> Date {
        self.local(instant).date()
    }

    /// The instant at which clocks on the wall show a time. A time that a gap skips moves forward
    /// by the gap; of an ambiguous one it is the first.
    pub fn instant(&self, local: DateTime) -> Result<Timestamp, CalendarError> {
        let instant = self.0.to_ambiguous_timestamp(local).compatible();
        instant.map_err(|_| CalendarError::OutOfRange)
    }

    /// The midnight after an instant, or what a zone has in its place.
    pub fn next_midnight(&self, instant: Timestamp) -> Result<Timestamp, CalendarError> {
        let next = self.date(instant).tomorrow().map_err(|_| CalendarError::OutOfRange)?;
        self.instant(next.to_datetime(Time::midnight()))
    }

    pub fn name(&self) -> &str {
        self.0.iana_name().unwrap_or("UTC")
    }
}

impl FromStr for Zone {
    type Err = CalendarError;

    fn from_str(text: &str) -> Result<Zone, CalendarError> {
        let unknown = || CalendarError::UnknownZone(text.chars().take(64).collect());
        let zone = TimeZone::get(text).map_err(|_| unknown())?;
        zone.iana_name().is_some().then_some(Zone(zone)).ok_or_else(unknown)
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instant(zone: &str, local: &str) -> String {
        let zone: Zone = zone.parse().unwrap();
        zone.instant(local.parse().unwrap()).unwrap().to_string()
    }

    #[test]
    fn gaps_move_forward_and_folds_take_the_first() {
        assert_eq!(instant("America/New_York", "2024-03-10T02:30"), "2024-03-10T07:30:00Z");
        assert_eq!(instant("America/New_York", "2024-11-03T01:30"), "2024-11-03T05:30:00Z");
        assert_eq!(instant("Pacific/Apia", "2011-12-30T10:00"), "2011-12-30T20:00:00Z");
    }

    #[test]
    fn only_known_zones_are_read() {
        for text in ["", "Mars/Olympus", "+02:00", "../etc/passwd"] {
            assert!(text.parse::<Zone>().is_err(), "{text:?}");
        }
        for text in ["UTC", "Europe/Berlin", "Asia/Kolkata", "Etc/GMT+5"] {
            assert_eq!(text.parse::<Zone>().unwrap().name(), text);
        }
    }
}
