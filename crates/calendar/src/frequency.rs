//! How often something recurs. A term is a count of one frequency; it knows no dates.

use std::fmt;
use std::num::NonZeroI64;
use std::str::FromStr;

use money::Ratio;
use serde::{Deserialize, Serialize};

use crate::CalendarError;

/// The unit of a term. `BiMonth` is twice a month.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
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
#[serde(try_from = "TermFields", into = "TermFields")]
pub struct Term {
    count: NonZeroI64,
    frequency: Frequency,
}

impl Term {
    pub fn new(count: i64, frequency: Frequency) -> Result<Term, CalendarError> {
        let positive = NonZeroI64::new(count).filter(|count| count.is_positive());
        let count = positive.ok_or(CalendarError::CountNotPositive)?;
        Ok(Term { count, frequency })
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

/// The shape on the wire; reading it checks the count.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Term", deny_unknown_fields)]
struct TermFields {
    count: i64,
    frequency: Frequency,
}

impl TryFrom<TermFields> for Term {
    type Error = CalendarError;
    fn try_from(fields: TermFields) -> Result<Term, CalendarError> {
        Term::new(fields.count, fields.frequency)
    }
}

impl From<Term> for TermFields {
    fn from(term: Term) -> TermFields {
        TermFields { count: term.count(), frequency: term.frequency }
    }
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
