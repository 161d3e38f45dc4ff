//! The eight ways events become one value. Values that are missing or no numbers are ignored,
//! except by COUNT and UNIQUE; without any value the result is zero.

use std::collections::HashSet;

use calendar::Period;
use money::Ratio;
use serde::{Deserialize, Serialize};

use crate::definition::{NULL, Value};
use crate::metering::event::Event;

/// How events are summed up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Aggregator {
    /// Events.
    Count,
    /// Numbers of the period, added.
    Sum,
    /// The largest number of the period.
    Max,
    /// The mean of the numbers of the period.
    Avg,
    /// Distinct values of the period, as text.
    Unique,
    /// The last number of the period.
    LastInPeriod,
    /// The last number up to the end of the period.
    LastInHistory,
    /// All numbers up to the end of the period, added.
    HistoricalSum,
}

impl Aggregator {
    /// Whether the values of two periods add up to that of both.
    pub fn adds_up(self) -> bool {
        matches!(self, Aggregator::Count | Aggregator::Sum)
    }
}

/// The names of the interface.
pub(crate) const NAMES: [(&str, Aggregator); 8] = [
    ("COUNT", Aggregator::Count),
    ("SUM", Aggregator::Sum),
    ("MAX", Aggregator::Max),
    ("AVG", Aggregator::Avg),
    ("UNIQUE", Aggregator::Unique),
    ("LAST_IN_PERIOD", Aggregator::LastInPeriod),
    ("LAST_IN_HISTORY", Aggregator::LastInHistory),
    ("HISTORICAL_SUM", Aggregator::HistoricalSum),
];

impl Aggregator {
    /// Whether events before the period count too.
    pub fn looks_back(self) -> bool {
        matches!(self, Aggregator::LastInHistory | Aggregator::HistoricalSum)
    }

    /// Whether an event takes part in the value of a period.
    pub fn covers(self, event: &Event, period: Period) -> bool {
        event.timestamp < period.end && (self.looks_back() || event.timestamp >= period.start)
    }

    /// The value of events that are all covered; it may be below zero, which metering cuts off.
    pub fn of(self, events: &[&Event], property: Option<&str>) -> Ratio {
        let value = |event: &Event| match property {
            Some(property) => event.properties.at_path(property).clone(),
            None => NULL.clone(),
        };
        let numbers = || events.iter().filter_map(|event| value(event).as_number());
        match self {
            Aggregator::Count => count(events.iter()),
            Aggregator::Unique => {
                let values = events.iter().map(|event| value(event));
                let texts =
                    values.filter(|value| !value.is_null()).map(|value| Value::to_string(&value));
                count(texts.collect::<HashSet<String>>().iter())
            }
            Aggregator::Sum | Aggregator::HistoricalSum => numbers().sum(),
            Aggregator::Max => or_none(numbers().max()),
            Aggregator::Avg => or_none(numbers().sum::<Ratio>().checked_div(&count(numbers()))),
            Aggregator::LastInPeriod | Aggregator::LastInHistory => {
                let counted = events.iter().filter(|event| value(event).as_number().is_some());
                let last = counted.max_by_key(|event| (event.timestamp, event.received));
                or_none(last.and_then(|event| value(event).as_number()))
            }
        }
    }
}

/// What events without any value come to.
fn or_none(value: Option<Ratio>) -> Ratio {
    value.unwrap_or(Ratio::ZERO)
}

fn count<T>(values: impl Iterator<Item = T>) -> Ratio {
    // No list is longer than 64 bits can count.
    Ratio::from(values.fold(0_u64, |count, _| count + 1))
}
