//! How often something recurs. A term is a count of one frequency; it knows no dates.

use std::fmt;
use std::num::NonZeroI64;
use std::str::FromStr;

use money::Ratio;
use serde::{Deserialize, Deserializer, Serialize, de};

use crate::CalendarError;

/// `BI_MONTH` is twice a month, `BI_ANNUAL` twice a year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Frequency {
    Hour,
    Day,
    Week,
    BiMonth,
    Month,
    Quarter,
    BiAnnual,
    Year,
    #[serde(rename = "ONETIME")]
    OneTime,
}

impl Frequency {
    pub const ALL: [Frequency; 9] = [
        Frequency::Hour,
        Frequency::Day,
        Frequency::Week,
        Frequency::BiMonth,
        Frequency::Month,
        Frequency::Quarter,
        Frequency::BiAnnual,
        Frequency::Year,
        Frequency::OneTime,
    ];

    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Frequency::Hour => "HOUR",
            Frequency::Day => "DAY",
            Frequency::Week => "WEEK",
            Frequency::BiMonth => "BI_MONTH",
            Frequency::Month => "MONTH",
            Frequency::Quarter => "QUARTER",
            Frequency::BiAnnual => "BI_ANNUAL",
            Frequency::Year => "YEAR",
            Frequency::OneTime => "ONETIME",
        }
    }
}

impl fmt::Display for Frequency {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl FromStr for Frequency {
    type Err = CalendarError;

    fn from_str(text: &str) -> Result<Frequency, CalendarError> {
        let known = Frequency::ALL.into_iter().find(|frequency| frequency.name() == text);
        known.ok_or_else(|| CalendarError::UnknownFrequency(text.chars().take(32).collect()))
    }
}

const ONE: NonZeroI64 = NonZeroI64::new(1).unwrap();

/// A positive count of one frequency: every third month, every second week.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(
    description = "`count` times `frequency`.",
    example = json!({"count": 1, "frequency": "MONTH"}),
))]
pub struct Term {
    #[serde(deserialize_with = "positive")]
    #[cfg_attr(feature = "schema", schema(value_type = i64, exclusive_minimum = 0))]
    count: NonZeroI64,
    frequency: Frequency,
}

impl Term {
    pub fn new(count: i64, frequency: Frequency) -> Result<Term, CalendarError> {
        Ok(Term { count: counted(count)?, frequency })
    }

    /// A count of one.
    pub fn every(frequency: Frequency) -> Term {
        Term { count: ONE, frequency }
    }

    pub fn count(self) -> i64 {
        self.count.get()
    }

    /// A number of the frequency, divided by how many of it a term takes.
    pub fn per_count(self, number: i64) -> Ratio {
        Ratio::over(number.into(), self.count.into())
    }

    pub fn frequency(self) -> Frequency {
        self.frequency
    }
}

fn counted(count: i64) -> Result<NonZeroI64, CalendarError> {
    let positive = NonZeroI64::new(count).filter(|count| count.is_positive());
    positive.ok_or(CalendarError::CountNotPositive)
}

fn positive<'de, D: Deserializer<'de>>(deserializer: D) -> Result<NonZeroI64, D::Error> {
    counted(i64::deserialize(deserializer)?).map_err(de::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_printed() {
        for frequency in Frequency::ALL {
            assert_eq!(frequency.to_string().parse(), Ok(frequency));
        }
        assert!("FORTNIGHT".parse::<Frequency>().is_err());
    }

    #[test]
    fn counts_are_positive() {
        for count in [0, -1, i64::MIN] {
            assert_eq!(Term::new(count, Frequency::Day), Err(CalendarError::CountNotPositive));
        }
        assert!(Term::new(i64::MAX, Frequency::Year).is_ok());
    }
}
