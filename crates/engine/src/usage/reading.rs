//! What a metric comes to in a stretch of time: from rollups for its whole hours and from events at
//! its two edges, or from events alone where nothing is rolled up yet.

use std::collections::BTreeMap;

use billing::metering::Aggregator;
use money::Ratio;
use records::{CustomerId, Moment};
use store::usage::event::{self, Stretch};
use store::usage::meter::{FILLED, Key, MeterRow};
use store::usage::rollup::{self, Range};

use super::count::{HOUR, LONG, ceiling, floor, properties};
use super::metrics::Known;
use super::tally::{Counted, Tally};
use crate::{Failure, Session};

/// Before everything.
const EVER: i64 = i64::MIN / 2;

/// A stretch that is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    pub(crate) customer_id: CustomerId,
    pub(crate) known: Known,
    pub(crate) from: Moment,
    pub(crate) until: Moment,
}

/// What was used in a stretch.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reading {
    /// By group, whose key is JSON.
    pub(crate) groups: BTreeMap<String, Tally>,
    /// Of what it was read from: as long as that is the same, so is the value.
    pub(crate) version: i64,
}

impl Reading {
    /// What is priced: the sum of the groups.
    pub(crate) fn value(&self, known: &Known) -> Ratio {
        self.groups.values().map(|tally| tally.value(known.metric.aggregator)).sum()
    }
}

impl Wanted {
    pub(crate) fn key(&self) -> Key {
        Key {
            customer_id: self.customer_id.clone(),
            item_id: self.known.item_id.clone(),
            metric_id: self.known.id.clone(),
        }
    }

    fn looks_back(&self) -> bool {
        self.known.metric.aggregator.looks_back()
    }

    fn is_unique(&self) -> bool {
        self.known.metric.aggregator == Aggregator::Unique
    }

    /// From where on events count.
    fn begin(&self) -> Moment {
        if self.looks_back() { Moment::from_micros(EVER) } else { self.from }
    }

    fn is_rolled(&self, meter: Option<&MeterRow>) -> bool {
        meter.is_some_and(|row| row.state == FILLED && row.rule == self.known.rule)
    }

    /// The spans of rollups that a stretch touches, each with where it begins and ends.
    fn ranges(&self) -> Vec<(i64, Moment, Moment)> {
        let end = ceiling(self.until);
        match self.looks_back() {
            true => {
                let long = floor(self.until, LONG);
                vec![(LONG, Moment::from_micros(EVER), long), (1, long, end)]
            }
            false => vec![(1, floor(self.from, 1), end)],
        }
    }

    /// Whether all of an hour or of a long time that begins then belongs to the stretch.
    fn has_whole(&self, starts_at: Moment, span: i64) -> bool {
        let end = starts_at.micros().saturating_add(HOUR * span);
        starts_at >= self.begin() && end <= self.until.micros()
    }

    /// What is read from events: the parts of hours at its edges.
    fn edges(&self, rolled: bool) -> Vec<(Moment, Moment)> {
        let (begin, until) = (self.begin(), self.until);
        if !rolled {
            return vec![(begin, until)];
        }
        let last = floor(until, 1);
        let edges = match self.looks_back() {
            true => vec![(last, until)],
            false if ceiling(begin) > last => vec![(begin, until)],
            false => vec![(begin, ceiling(begin)), (last, until)],
        };
        edges.into_iter().filter(|(from, until)| from < until).collect()
    }
}

/// The versions that these stretches have by now.
pub(crate) fn versions(session: &mut Session<'_, '_>, all: &[Wanted]) -> Result<Vec<i64>, Failure> {
    let company = session.company_id().to_owned();
    let keys: Vec<Key> = all.iter().map(Wanted::key).collect();
    let meters = store::usage::meter::of(session.tx, &company, &keys)?;
    let meters: BTreeMap<&Key, &MeterRow> = meters.iter().map(|row| (&row.key, row)).collect();
    let (mut ranges, mut versions) = (Vec::new(), Vec::with_capacity(all.len()));
    for ((wanted, key), number) in all.iter().zip(&keys).zip(0_i64..) {
        let meter = meters.get(key).copied();
        let rolled = wanted.is_rolled(meter);
        versions.push(if rolled { 0 } else { unrolled(meter) });
        let spans = wanted.ranges().into_iter().filter(|_| rolled);
        ranges.extend(spans.map(|(span, from, until)| Range {
            number,
            customer_id: &wanted.customer_id,
            metric_id: &wanted.known.id,
            span,
            from,
            until,
        }));
    }
    for (number, version) in rollup::versions(session.tx, &company, &ranges)? {
        let place = usize::try_from(number).unwrap_or(usize::MAX);
        if let Some(known) = versions.get_mut(place) {
            *known = known.saturating_add(version);
        }
    }
    Ok(versions)
}

/// The version of what is not rolled up yet: below zero, and another with every event.
fn unrolled(meter: Option<&MeterRow>) -> i64 {
    -1 - meter.map_or(0, |row| row.version)
}

/// Reads these stretches, each kind of row by one statement.
pub(crate) fn read(session: &mut Session<'_, '_>, all: &[Wanted]) -> Result<Vec<Reading>, Failure> {
    let company = session.company_id().to_owned();
    let keys: Vec<Key> = all.iter().map(Wanted::key).collect();
    // Versions are read before what they are of: what changes meanwhile is seen as another.
    let meters = store::usage::meter::of(session.tx, &company, &keys)?;
    let meters: BTreeMap<&Key, &MeterRow> = meters.iter().map(|row| (&row.key, row)).collect();
    let (mut ranges, mut stretches) = (Vec::new(), Vec::new());
    let mut readings = Vec::with_capacity(all.len());
    for ((wanted, key), number) in all.iter().zip(&keys).zip(0_i64..) {
        let meter = meters.get(key).copied();
        let rolled = wanted.is_rolled(meter);
        let version = if rolled { 0 } else { unrolled(meter) };
        readings.push(Reading { groups: BTreeMap::new(), version });
        let customer_id = &wanted.customer_id;
        let (metric_id, item_id) = (wanted.known.id.as_str(), wanted.known.item_id.as_str());
        let spans = wanted.ranges().into_iter().filter(|_| rolled);
        ranges.extend(spans.map(|(span, from, until)| Range {
            number,
            customer_id,
            metric_id,
            span,
            from,
            until,
        }));
        let edges = wanted.edges(rolled).into_iter();
        stretches.extend(edges.map(|(from, until)| Stretch {
            number,
            customer_id,
            item_id,
            from,
            until,
        }));
    }
    let place = |number: i64| usize::try_from(number).unwrap_or(usize::MAX);
    let mut groups: BTreeMap<(usize, String), String> = BTreeMap::new();
    for row in rollup::within(session.tx, &company, &ranges)? {
        let at = place(row.number);
        let (Some(wanted), Some(reading)) = (all.get(at), readings.get_mut(at)) else { continue };
        reading.version = reading.version.saturating_add(row.version);
        let group = row.group_doc.clone().unwrap_or_else(|| row.group_key.clone());
        groups.insert((at, row.group_key.clone()), group.clone());
        if row.events != 0 && wanted.has_whole(row.starts_at, row.span) {
            reading.groups.entry(group).or_default().add_rolled(&row);
        }
    }
    ranges.retain(|range| all.get(place(range.number)).is_some_and(Wanted::is_unique));
    for row in rollup::values_within(session.tx, &company, &ranges)? {
        let at = place(row.number);
        let (Some(wanted), Some(reading)) = (all.get(at), readings.get_mut(at)) else { continue };
        if wanted.has_whole(row.starts_at, 1) {
            let group = groups.get(&(at, row.group_key.clone())).cloned();
            let tally = reading.groups.entry(group.unwrap_or(row.group_key)).or_default();
            *tally.values.entry(row.value).or_default() += row.events;
        }
    }
    for asked in event::within(session.tx, &company, &stretches)? {
        let at = place(asked.number);
        let (Some(wanted), Some(reading)) = (all.get(at), readings.get_mut(at)) else { continue };
        let properties = properties(&asked.event.properties)?;
        if let Some(counted) = Counted::of(&wanted.known.metric, &properties) {
            let tally = reading.groups.entry(counted.group.clone()).or_default();
            tally.add(&asked.event.place(), &counted);
        }
    }
    Ok(readings)
}
