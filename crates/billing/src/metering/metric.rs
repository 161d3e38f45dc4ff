//! A metric's metering rule: which events count, how they are summed up, and by what they are
//! split. Groups are details; prices apply to the sum.

use std::collections::BTreeMap;

use calendar::Period;
use money::Ratio;

use crate::definition::Faults;
use crate::definition::Field;
use crate::definition::Value;
use crate::metering::aggregate::{Aggregator, NAMES};
use crate::metering::event::Event;
use crate::metering::rule::Rule;

/// How a metric is metered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metric {
    pub aggregator: Aggregator,
    pub property: Option<String>,
    pub rule: Option<Rule>,
    pub group_keys: Vec<String>,
}

/// The usage of one period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measured {
    /// What is priced: the sum of the groups.
    pub value: Ratio,
    pub groups: Vec<Group>,
}

/// The usage of events that agree in all group keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The values of the group keys as text, in their order; absent ones are `null`.
    pub keys: Vec<String>,
    pub value: Ratio,
}

impl Metric {
    /// Reads `{aggregator, group_keys, property, rule}`.
    pub fn define(definition: &Value) -> Result<Metric, Faults> {
        let mut faults = Faults::default();
        let meter = read(&Field::root(definition), &mut faults);
        faults.or(meter)
    }

    /// The usage of a period among any events, in any order. A group below zero is zero.
    pub fn measure(&self, events: &[Event], period: Period) -> Measured {
        let counted = events.iter().filter(|event| self.counts(event, period));
        self.grouped(&counted.collect::<Vec<_>>())
    }

    /// The values of the group keys of an event.
    pub(super) fn keys(&self, event: &Event) -> Vec<String> {
        let key = |name: &String| event.properties.at_path(name).to_string();
        self.group_keys.iter().map(key).collect()
    }

    /// What events come to that all count.
    pub(super) fn grouped(&self, events: &[&Event]) -> Measured {
        let mut groups: BTreeMap<Vec<String>, Vec<&Event>> = BTreeMap::new();
        for event in events {
            groups.entry(self.keys(event)).or_default().push(event);
        }
        let property = self.property.as_deref();
        let groups: Vec<Group> = groups
            .into_iter()
            .map(|(keys, events)| Group {
                keys,
                value: self.aggregator.of(&events, property).or_zero(),
            })
            .collect();
        Measured { value: groups.iter().map(|group| &group.value).sum(), groups }
    }

    fn counts(&self, event: &Event, period: Period) -> bool {
        self.aggregator.covers(event, period)
            && self.rule.as_ref().is_none_or(|rule| rule.holds(&event.properties))
    }
}

fn read(field: &Field, faults: &mut Faults) -> Option<Metric> {
    let name = field.get("aggregator");
    if name.is_null() {
        name.fault(faults, "required", "is required");
    }
    let aggregator = name.choice(&NAMES, faults);
    let property = field.get("property");
    if property.is_null() && aggregator.is_some_and(|name| name != Aggregator::Count) {
        property.fault(faults, "required", "is required by this aggregator");
    }
    let property = match property.is_null() {
        true => None,
        false => property.text(faults).map(str::to_owned),
    };
    let rule = field.get("rule");
    let rule = if rule.is_null() { None } else { Rule::define(&rule, faults) };
    let keys = field.get("group_keys");
    let group_keys = match keys.value() {
        Value::Null => Vec::new(),
        Value::List(list) if list.is_empty() => Vec::new(),
        _ => keys.items(faults),
    };
    let group_keys = group_keys.iter().filter_map(|key| key.text(faults)).map(str::to_owned);
    let group_keys = group_keys.collect();
    Some(Metric { aggregator: aggregator?, property, rule, group_keys })
}
