//! Objects that are there: what a metric makes of them on each day, and its mean over a stretch.
//! The day of a change belongs to what holds at its end. Nothing here knows prices or shares.

use std::collections::{BTreeMap, BTreeSet};

use calendar::{Measure, Period, Timestamp, Zone};
use money::Ratio;

use crate::definition::Value;
use crate::metering::aggregate::Aggregator;
use crate::metering::event::Event;
use crate::metering::metric::{Group, Measured, Metric};

/// An object as it was from one instant until another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Existence {
    /// What tells it from others; what became of it has the same.
    pub object: String,
    pub from: Timestamp,
    /// Absent for what is there now.
    pub until: Option<Timestamp>,
    /// Rises with the order in which objects came to be what they are.
    pub received: u64,
    pub properties: Value,
}

/// How long objects count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Weight {
    /// By the days that they were there.
    Days,
    /// By the seconds.
    Seconds,
    /// As a whole, whenever they were there.
    Whole,
}

impl From<Measure> for Weight {
    fn from(measure: Measure) -> Weight {
        match measure {
            Measure::LocalDays => Weight::Days,
            Measure::Seconds => Weight::Seconds,
        }
    }
}

/// An object that counts, from one unit of a stretch until another.
struct Counted<'a> {
    begin: i64,
    end: i64,
    event: Event,
    existence: &'a Existence,
}

impl Metric {
    /// What objects come to in the mean of a stretch. A group below zero is zero.
    pub fn measure_objects(
        &self,
        all: &[Existence],
        period: Period,
        (weight, zone): (Weight, &Zone),
    ) -> Measured {
        let total = units(period.start, period.end, weight, zone);
        let mut counted: Vec<Counted> = all
            .iter()
            .filter(|each| self.rule.as_ref().is_none_or(|rule| rule.holds(&each.properties)))
            .filter_map(|each| placed(each, period, (weight, zone)))
            .collect();
        if weight == Weight::Whole {
            counted = last_of_each(counted);
        }
        let mut groups: BTreeMap<Vec<String>, Ratio> = BTreeMap::new();
        if self.aggregator == Aggregator::Count {
            for each in &counted {
                *groups.entry(self.keys(&each.event)).or_default() += &long(each.begin, each.end);
            }
        } else {
            self.day_by_day(&counted, &mut groups);
        }
        let mean = |sum: Ratio| sum.checked_div(&long(0, total)).unwrap_or(Ratio::ZERO);
        let groups = groups.into_iter();
        let groups: Vec<Group> =
            groups.map(|(keys, sum)| Group { keys, value: mean(sum) }).collect();
        Measured { value: groups.iter().map(|group| &group.value).sum(), groups }
    }

    /// Adds what each group comes to, as often as it comes to that.
    fn day_by_day(&self, counted: &[Counted], groups: &mut BTreeMap<Vec<String>, Ratio>) {
        let ends = counted.iter().flat_map(|each| [each.begin, each.end]);
        let ends: Vec<i64> = ends.collect::<BTreeSet<i64>>().into_iter().collect();
        for pair in ends.windows(2) {
            let [begin, end] = *pair else { continue };
            let alive = counted.iter().filter(|each| each.begin <= begin && end <= each.end);
            let alive: Vec<&Event> = alive.map(|each| &each.event).collect();
            for group in self.grouped(&alive).groups {
                *groups.entry(group.keys).or_default() += &(group.value * long(begin, end));
            }
        }
    }
}

/// How long something lasts, in units.
fn long(begin: i64, end: i64) -> Ratio {
    Ratio::from(end.saturating_sub(begin))
}

fn units(from: Timestamp, to: Timestamp, weight: Weight, zone: &Zone) -> i64 {
    match weight {
        Weight::Days => Measure::LocalDays.between(from, to, zone),
        Weight::Seconds => Measure::Seconds.between(from, to, zone),
        Weight::Whole => i64::from(from < to),
    }
}

/// The units of a stretch in which an object was there, if there are any.
fn placed<'a>(
    existence: &'a Existence,
    period: Period,
    (weight, zone): (Weight, &Zone),
) -> Option<Counted<'a>> {
    let from = existence.from.max(period.start);
    let until = existence.until.unwrap_or(period.end).min(period.end);
    if from >= until {
        return None;
    }
    let (begin, end) = match weight {
        Weight::Whole => (0, 1),
        Weight::Days | Weight::Seconds => {
            let at = |instant| units(period.start, instant, weight, zone);
            (at(from), at(until))
        }
    };
    let Existence { from, received, properties, .. } = existence;
    let event = Event { timestamp: *from, received: *received, properties: properties.clone() };
    Some(Counted { begin, end, event, existence }).filter(|each| each.begin < each.end)
}

/// What became of each object in the end.
fn last_of_each(counted: Vec<Counted>) -> Vec<Counted> {
    let mut last: BTreeMap<&str, Counted> = BTreeMap::new();
    for each in counted {
        let place = |known: &Counted| (known.event.timestamp, known.event.received);
        let later = last.get(each.existence.object.as_str()).map(place) > Some(place(&each));
        if !later {
            last.insert(&each.existence.object, each);
        }
    }
    last.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        format!("{text}T00:00:00Z").parse().unwrap()
    }

    fn there(object: &str, from: &str, until: Option<&str>, properties: &str) -> Existence {
        Existence {
            object: object.to_owned(),
            from: at(from),
            until: until.map(at),
            received: 0,
            properties: serde_json::from_str(properties).unwrap(),
        }
    }

    fn mean(definition: &str, all: &[Existence], weight: Weight) -> String {
        let metric = Metric::define(&serde_json::from_str(definition).unwrap()).unwrap();
        let june = Period::new(at("2026-06-01"), at("2026-07-01")).unwrap();
        metric.measure_objects(all, june, (weight, &Zone::UTC)).value.to_string()
    }

    #[test]
    fn objects_count_by_their_days() {
        let count = r#"{"aggregator": "COUNT"}"#;
        let all = [
            there("a", "2026-05-01", None, "{}"),
            there("b", "2026-06-16", None, "{}"),
            there("c", "2026-06-01", Some("2026-06-11"), "{}"),
            there("d", "2026-07-01", None, "{}"),
        ];
        assert_eq!(mean(count, &all, Weight::Days), "11/6");
        assert_eq!(mean(count, &all, Weight::Seconds), "11/6");
        assert_eq!(mean(count, &all, Weight::Whole), "3");
        assert_eq!(mean(count, &[], Weight::Days), "0");
    }

    #[test]
    fn what_changed_counts_once() {
        let seats = r#"{"aggregator": "SUM", "property": "seats"}"#;
        let all = [
            there("a", "2026-05-01", Some("2026-06-16"), r#"{"seats": 10}"#),
            there("a", "2026-06-16", None, r#"{"seats": 20}"#),
        ];
        assert_eq!(mean(seats, &all, Weight::Days), "15");
        assert_eq!(mean(seats, &all, Weight::Whole), "20");
        let most = r#"{"aggregator": "MAX", "property": "seats"}"#;
        assert_eq!(mean(most, &all, Weight::Days), "15");
        let kinds = r#"{"aggregator": "UNIQUE", "property": "seats"}"#;
        assert_eq!(mean(kinds, &all, Weight::Days), "1");
        let rule = r#"{"aggregator": "COUNT", "rule": {"comparator": {"type": "GT",
            "left_item": {"item_type": "PROPERTY", "property": "seats"},
            "right_item": {"item_type": "VALUE", "value": 15}}}}"#;
        assert_eq!(mean(rule, &all, Weight::Days), "0.5");
    }

    #[test]
    fn what_comes_and_goes_on_one_day_counts_nothing() {
        let mut one = there("a", "2026-06-03", None, "{}");
        one.until = Some("2026-06-03T18:00:00Z".parse().unwrap());
        let count = r#"{"aggregator": "COUNT"}"#;
        assert_eq!(mean(count, &[one.clone()], Weight::Days), "0");
        assert_eq!(mean(count, &[one], Weight::Whole), "1");
    }
}
