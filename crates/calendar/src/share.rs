//! Parts of periods as numerator over denominator, kept apart so that a line can say "14 of 28
//! days". Whole local days or whole seconds are counted; neither is ever a rounded rate.

use std::num::NonZeroI64;

use jiff::Timestamp;
use money::Ratio;
use serde::{Deserialize, Serialize};

use crate::boundary::days_between;
use crate::{CalendarError, Period, Zone};

/// What is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Measure {
    /// Local calendar days; a day belongs to what holds at its end.
    #[default]
    #[serde(rename = "DAY")]
    LocalDays,
    /// Elapsed seconds.
    #[serde(rename = "SECOND")]
    Seconds,
}

const ONE: NonZeroI64 = NonZeroI64::new(1).unwrap();

/// How much of a period something takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Share {
    numerator: i64,
    /// Never zero, also where it is read back: a share of nothing is an error and not nothing.
    denominator: NonZeroI64,
}

impl Share {
    pub const FULL: Share = Share { numerator: 1, denominator: ONE };
    pub const NONE: Share = Share { numerator: 0, ..Share::FULL };

    pub fn new(numerator: i64, denominator: i64) -> Result<Share, CalendarError> {
        let denominator = NonZeroI64::new(denominator).ok_or(CalendarError::ShareOfNothing)?;
        Ok(Share { numerator, denominator })
    }

    pub fn numerator(self) -> i64 {
        self.numerator
    }

    pub fn denominator(self) -> i64 {
        self.denominator.get()
    }

    /// The share of `part` in `whole`, which it need not lie in.
    pub fn of(
        part: Period,
        whole: Period,
        measure: Measure,
        zone: &Zone,
    ) -> Result<Share, CalendarError> {
        let numerator = measure.between(part.start, part.end, zone);
        let denominator = measure.between(whole.start, whole.end, zone);
        match denominator > 0 {
            true => Share::new(numerator, denominator),
            false => Err(CalendarError::EmptyPeriod),
        }
    }

    /// The share of `whole` that remains at an instant: all of it before, nothing after.
    pub fn remaining(
        at: Timestamp,
        whole: Period,
        measure: Measure,
        zone: &Zone,
    ) -> Result<Share, CalendarError> {
        let at = at.clamp(whole.start, whole.end);
        Share::of(Period { start: at, end: whole.end }, whole, measure, zone)
    }

    /// A share, or nothing of a whole that has not one day, or second where these count.
    pub fn or_none(share: Result<Share, CalendarError>) -> Result<Share, CalendarError> {
        match share {
            Err(CalendarError::EmptyPeriod) => Ok(Share::NONE),
            share => share,
        }
    }

    pub fn ratio(self) -> Ratio {
        Ratio::over(self.numerator.into(), self.denominator.into())
    }
}

impl Measure {
    /// How many days or seconds lie between two instants. Counting what each instant has begun
    /// makes the counts of adjacent stretches add up.
    pub fn between(self, from: Timestamp, to: Timestamp, zone: &Zone) -> i64 {
        match self {
            Measure::LocalDays => local_days(from, to, zone),
            Measure::Seconds => floor_second(to) - floor_second(from),
        }
    }
}

/// Whole days between two instants by their calendar dates in a zone; negative when reversed.
pub fn local_days(from: Timestamp, to: Timestamp, zone: &Zone) -> i64 {
    days_between(zone.date(from), zone.date(to))
}

fn floor_second(instant: Timestamp) -> i64 {
    let below = i64::from(instant.subsec_nanosecond() < 0);
    instant.as_second() - below
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn days_are_those_of_the_zone() {
        let berlin: Zone = "Europe/Berlin".parse().unwrap();
        // Late evening in UTC is the next day in Berlin.
        assert_eq!(local_days(at("2026-03-01T23:30:00Z"), at("2026-03-02T22:00:00Z"), &berlin), 0);
        assert_eq!(local_days(at("2026-03-01T22:30:00Z"), at("2026-03-02T22:00:00Z"), &berlin), 1);
        // A day of 23 hours is a day.
        assert_eq!(local_days(at("2026-03-28T23:00:00Z"), at("2026-03-29T22:00:00Z"), &berlin), 1);
        assert_eq!(local_days(at("2026-03-10T12:00:00Z"), at("2026-03-08T12:00:00Z"), &berlin), -2);
    }

    #[test]
    fn adjacent_seconds_add_up() {
        let zone = Zone::UTC;
        let (a, b, c) = (
            at("1969-12-31T23:59:58.2Z"),
            at("1970-01-01T00:00:00.9Z"),
            at("1970-01-01T00:00:02Z"),
        );
        let sum = Measure::Seconds.between(a, b, &zone) + Measure::Seconds.between(b, c, &zone);
        assert_eq!(sum, Measure::Seconds.between(a, c, &zone));
        assert_eq!(Measure::Seconds.between(a, b, &zone), 2);
    }

    #[test]
    fn what_remains_stays_within_the_period() {
        let whole = Period::new(at("2025-01-01T00:00:00Z"), at("2025-01-31T00:00:00Z")).unwrap();
        let table = [
            ("2024-12-01T00:00:00Z", 30),
            ("2025-01-16T10:00:00Z", 15),
            ("2025-01-31T00:00:00Z", 0),
            ("2025-03-01T00:00:00Z", 0),
        ];
        for (instant, days) in table {
            let share =
                Share::remaining(at(instant), whole, Measure::LocalDays, &Zone::UTC).unwrap();
            assert_eq!(Ok(share), Share::new(days, 30), "{instant}");
        }
    }

    #[test]
    fn a_share_of_nothing_is_refused() {
        assert_eq!(Share::new(0, 0), Err(CalendarError::ShareOfNothing));
        let read = serde_json::from_str::<Share>;
        assert!(read(r#"{"numerator": 1, "denominator": 0}"#).is_err());
        assert_eq!(read(r#"{"numerator": 1, "denominator": 1}"#).unwrap(), Share::FULL);
    }
}
