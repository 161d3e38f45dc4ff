//! What events of one group come to, counted one by one or taken from rollups: both ways give the
//! same, to the last digit.

use std::collections::BTreeMap;

use billing::definition::Value;
use billing::metering::{Aggregator, Metric};
use money::{Ratio, Rounding};
use sha2::{Digest, Sha256};
use store::usage::event::Place;
use store::usage::rollup::{Last, Max, Rolled};

use crate::Failure;

/// A sum is kept in billionths: so many of them are the unit of its upper half.
const UNIT: i128 = 1_000_000_000_000;
/// Longer texts are told apart by their digests.
const LONGEST: usize = 200;

/// A number as it is summed up: in billionths.
pub(crate) fn billionths(number: &Ratio) -> Option<i128> {
    let scaled = number * &Ratio::power_of_ten(9);
    let within = number.abs() < Ratio::power_of_ten(15);
    if !within || !scaled.is_integer() {
        return None;
    }
    let upper = scaled.checked_div(&Ratio::power_of_ten(12))?.to_whole(Rounding::Floor);
    let lower = &scaled - &(&upper * &Ratio::power_of_ten(12));
    Some(i128::from(upper.to_i64()?) * UNIT + i128::from(lower.to_i64()?))
}

/// The two halves in which a number of billionths is kept.
fn halves(billionths: i128) -> Result<(i64, i64), Failure> {
    let broken = |_| Failure::Store(store::Error::Broken("a sum is out of bounds".to_owned()));
    let upper = i64::try_from(billionths.div_euclid(UNIT)).map_err(broken)?;
    let lower = i64::try_from(billionths.rem_euclid(UNIT)).map_err(broken)?;
    Ok((upper, lower))
}

fn joined(hi: i64, lo: i64) -> i128 {
    i128::from(hi) * UNIT + i128::from(lo)
}

fn ratio(billionths: i128) -> Ratio {
    Ratio::new(billionths, 1_000_000_000).unwrap_or_default()
}

/// A text that is short, or its digest.
pub(crate) fn short(text: String) -> String {
    match text.len() <= LONGEST && !text.starts_with('#') {
        true => text,
        false => format!("#{}", hex::encode(Sha256::digest(text.as_bytes()))),
    }
}

/// Whether a metric asks which number is the largest or the last. For the others nobody keeps it:
/// it cannot be subtracted.
pub(crate) fn is_ordered(aggregator: Aggregator) -> bool {
    matches!(aggregator, Aggregator::Max | Aggregator::LastInPeriod | Aggregator::LastInHistory)
}

/// What one event is to a metric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Counted {
    /// The values of the group keys, as JSON.
    pub(crate) group: String,
    pub(crate) number: Option<i128>,
    /// Whether it matters which number is the largest, and which the last.
    pub(crate) ordered: bool,
    /// What UNIQUE tells apart.
    pub(crate) value: Option<String>,
}

impl Counted {
    /// Nothing where the metric does not count the event.
    pub(crate) fn of(metric: &Metric, properties: &Value) -> Option<Counted> {
        if metric.rule.as_ref().is_some_and(|rule| !rule.holds(properties)) {
            return None;
        }
        let keys = metric.group_keys.iter().map(|name| properties.at_path(name).to_string());
        let group = serde_json::Value::from(keys.collect::<Vec<String>>()).to_string();
        let value = metric.property.as_ref().map(|name| properties.at_path(name));
        let told = value.filter(|value| !value.is_null());
        let told = told.filter(|_| metric.aggregator == Aggregator::Unique);
        Some(Counted {
            group,
            number: value.and_then(Value::as_number).as_ref().and_then(billionths),
            ordered: is_ordered(metric.aggregator),
            value: told.map(|value| short(value.to_string())),
        })
    }
}

/// What the events of a group come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) events: i64,
    pub(crate) numbers: i64,
    pub(crate) sum: i128,
    pub(crate) max: Option<i128>,
    pub(crate) last: Option<(Place, i128)>,
    /// How many events have each value.
    pub(crate) values: BTreeMap<String, i64>,
}

impl Tally {
    pub(crate) fn add(&mut self, place: &Place, counted: &Counted) {
        self.events += 1;
        if let Some(number) = counted.number {
            self.numbers += 1;
            self.sum += number;
            if counted.ordered {
                self.see(Some(number), Some((place.clone(), number)));
            }
        }
        if let Some(value) = &counted.value {
            *self.values.entry(value.clone()).or_default() += 1;
        }
    }

    fn see(&mut self, max: Option<i128>, last: Option<(Place, i128)>) {
        self.max = self.max.max(max);
        let newer = |known: &(Place, i128)| last.as_ref().is_some_and(|(at, _)| *at > known.0);
        if self.last.as_ref().is_none_or(newer) {
            self.last = last;
        }
    }

    pub(crate) fn add_rolled(&mut self, rolled: &Rolled) {
        self.events += rolled.events;
        self.numbers += rolled.numbers;
        self.sum += joined(rolled.sum_hi, rolled.sum_lo);
        let max = rolled.max.map(|max| joined(max.hi, max.lo));
        let last = rolled.last.clone().map(|last| {
            let (timestamp, received, id) = (last.timestamp, last.received, last.id);
            (Place { timestamp, received, id }, joined(last.hi, last.lo))
        });
        self.see(max, last);
    }

    pub(crate) fn sum_halves(&self) -> Result<(i64, i64), Failure> {
        halves(self.sum)
    }

    pub(crate) fn stored_max(&self) -> Result<Option<Max>, Failure> {
        let halves = self.max.map(halves).transpose()?;
        Ok(halves.map(|(hi, lo)| Max { hi, lo }))
    }

    pub(crate) fn stored_last(&self) -> Result<Option<Last>, Failure> {
        let Some((place, number)) = &self.last else { return Ok(None) };
        let (hi, lo) = halves(*number)?;
        let Place { timestamp, received, id } = place.clone();
        Ok(Some(Last { hi, lo, timestamp, received, id }))
    }

    /// What is billed of the group; below zero is zero.
    pub(crate) fn value(&self, aggregator: Aggregator) -> Ratio {
        let number = |number: Option<i128>| number.map(ratio).unwrap_or_default();
        let value = match aggregator {
            Aggregator::Count => Ratio::from(self.events),
            Aggregator::Unique => {
                let there = self.values.values().filter(|events| **events > 0);
                Ratio::from(there.fold(0_u64, |count, _| count + 1))
            }
            Aggregator::Sum | Aggregator::HistoricalSum => ratio(self.sum),
            Aggregator::Max => number(self.max),
            Aggregator::Avg => {
                ratio(self.sum).checked_div(&Ratio::from(self.numbers)).unwrap_or_default()
            }
            Aggregator::LastInPeriod | Aggregator::LastInHistory => {
                number(self.last.as_ref().map(|(_, number)| *number))
            }
        };
        value.or_zero()
    }
}

#[cfg(test)]
mod tests {
    use money::Ratio;

    use super::{billionths, halves, joined, short};

    #[test]
    fn numbers_are_exact_within_their_bounds() {
        let of = |text: &str| billionths(&Ratio::parse_decimal(text).unwrap());
        assert_eq!(of("0.000000001"), Some(1));
        assert_eq!(of("-0.000000001"), Some(-1));
        assert_eq!(of("999999999999999.999999999"), Some(999_999_999_999_999_999_999_999));
        assert_eq!(of("1e15"), None);
        assert_eq!(of("0.0000000001"), None);
        for number in [0, 1, -1, 999_999_999_999_999_999_999_999, -1_000_000_000_001] {
            let (hi, lo) = halves(number).unwrap();
            assert_eq!(joined(hi, lo), number);
            assert!((0..1_000_000_000_000).contains(&lo));
        }
    }

    #[test]
    fn long_texts_are_digests() {
        assert_eq!(short("a".to_owned()), "a");
        assert_eq!(short("x".repeat(201)).len(), 65);
        assert_ne!(short("#a".to_owned()), "#a");
    }
}
