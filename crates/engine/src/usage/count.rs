//! Counts events into rollups, or out of them, while the meters that this concerns are held.

use std::collections::{BTreeMap, BTreeSet};

use billing::definition::Value;
use records::{CompanyId, CustomerId, Moment};
use store::usage::event::{EventRow, Place};
use store::usage::meter::{FILLED, FILLING, Key, MeterRow, NEW, STALE};
use store::usage::period::Changed;
use store::usage::rollup::{Delta, ValueDelta};

use super::metrics::{self, Known, Metrics};
use super::tally::{Counted, Tally, short};
use crate::{Failure, Session};

pub(crate) const HOUR: i64 = 3_600_000_000;
/// So many hours make a long rollup, where a metric looks back.
pub(crate) const LONG: i64 = 1024;

/// The beginning of what an instant is rolled up in.
pub(crate) fn floor(at: Moment, span: i64) -> Moment {
    let length = HOUR * span;
    Moment::from_micros(at.micros().div_euclid(length) * length)
}

/// The end of the hour that an instant is in; itself where it is one.
pub(crate) fn ceiling(at: Moment) -> Moment {
    match floor(at, 1) {
        whole if whole == at => at,
        whole => Moment::from_micros(whole.micros().saturating_add(HOUR)),
    }
}

/// An event with its properties read.
pub(super) struct Event {
    pub(super) row: EventRow,
    pub(super) properties: Value,
}

impl Event {
    pub(super) fn read(row: EventRow) -> Result<Event, Failure> {
        let properties = properties(&row.properties)?;
        Ok(Event { row, properties })
    }
}

/// Stored properties.
pub(crate) fn properties(text: &str) -> Result<Value, Failure> {
    let broken = |error: serde_json::Error| store::Error::Broken(error.to_string());
    Ok(serde_json::from_str(text).map_err(broken)?)
}

/// Meters that are held, and what they count by.
pub(super) struct Meters {
    pub(super) metrics: Metrics,
    rows: BTreeMap<Key, MeterRow>,
}

impl Meters {
    pub(super) fn row(&self, customer: &CustomerId, known: &Known) -> Option<&MeterRow> {
        self.rows.get(&Key {
            customer_id: customer.clone(),
            item_id: known.item_id.clone(),
            metric_id: known.id.clone(),
        })
    }
}

/// Whether a meter has an event in its rollups.
pub(super) fn has(row: &MeterRow, place: &Place) -> bool {
    row.state == FILLED || (row.state == FILLING && *place <= row.filled_to())
}

/// Holds the meters of these customers and items, in their order. Whoever comes first rolls up
/// from then on; where there was anything before, that is for the background.
pub(super) fn hold(
    session: &mut Session<'_, '_>,
    pairs: &BTreeSet<(CustomerId, String)>,
) -> Result<Meters, Failure> {
    let company = session.company_id().to_owned();
    let items: BTreeSet<&String> = pairs.iter().map(|(_, item)| item).collect();
    let metrics = metrics::of_items(session, items.into_iter().cloned().collect())?;
    let mut keys = Vec::new();
    for (customer, item) in pairs {
        let of = metrics.get(item).into_iter().flatten().map(|known| known.id.clone());
        keys.extend(std::iter::once(String::new()).chain(of).map(|metric_id| Key {
            customer_id: customer.clone(),
            item_id: item.clone(),
            metric_id,
        }));
    }
    let mut rows = store::usage::meter::hold(session.tx, &company, &keys)?;
    let fresh = rows.iter().filter(|row| row.state == NEW);
    let fresh: BTreeSet<(CustomerId, String)> =
        fresh.map(|row| (row.key.customer_id.clone(), row.key.item_id.clone())).collect();
    let fresh: Vec<_> = fresh.into_iter().collect();
    let used = store::usage::event::used(session.tx, &company, &fresh)?;
    let mut moved = Vec::new();
    for row in &mut rows {
        let pair = (row.key.customer_id.clone(), row.key.item_id.clone());
        let known = metrics.get(&row.key.item_id).into_iter().flatten();
        let known = known.into_iter().find(|known| known.id == row.key.metric_id);
        let rule = known.map_or("", |known| known.rule.as_str());
        let before = row.state.clone();
        match before.as_str() {
            NEW if known.is_none() || !used.contains(&pair) => {
                row.fill(FILLED, rule, Place::first());
            }
            NEW => row.fill(STALE, "", Place::first()),
            FILLED | FILLING if row.rule != rule => row.fill(STALE, "", Place::first()),
            _ => continue,
        }
        moved.push(row.clone());
    }
    store::usage::meter::set_states(session.tx, &company, &moved)?;
    let rows = rows.into_iter().map(|row| (row.key.clone(), row)).collect();
    Ok(Meters { metrics, rows })
}

/// Where something is rolled up: customer, metric, span, beginning, group.
type Bucket = (CustomerId, String, i64, Moment, String);

/// What is to be added to rollups.
#[derive(Default)]
pub(super) struct Sums(BTreeMap<Bucket, Tally>);

impl Sums {
    pub(super) fn add(&mut self, customer: &CustomerId, known: &Known, event: &Event) -> bool {
        let Some(counted) = Counted::of(&known.metric, &event.properties) else { return false };
        let long = known.metric.aggregator.looks_back().then_some(LONG);
        for span in std::iter::once(1).chain(long) {
            let at = floor(event.row.timestamp, span);
            let group = counted.group.clone();
            let bucket = (customer.clone(), known.id.clone(), span, at, group);
            self.0.entry(bucket).or_default().add(&event.row.place(), &counted);
        }
        true
    }

    /// Adds it, or takes it away.
    pub(super) fn write(
        self,
        session: &mut Session<'_, '_>,
        company: &CompanyId,
        sign: i64,
    ) -> Result<(), Failure> {
        let (mut deltas, mut values) = (Vec::new(), Vec::new());
        for ((customer_id, metric_id, span, starts_at, group), tally) in self.0 {
            let signed = Tally { sum: tally.sum * i128::from(sign), ..tally.clone() };
            let (sum_hi, sum_lo) = signed.sum_halves()?;
            let group_key = short(group.clone());
            let told = tally.values.iter().filter(|_| span == 1);
            values.extend(told.map(|(value, events)| ValueDelta {
                customer_id: customer_id.clone(),
                metric_id: metric_id.clone(),
                starts_at,
                group_key: group_key.clone(),
                value: value.clone(),
                events: events * sign,
            }));
            deltas.push(Delta {
                customer_id,
                metric_id,
                span,
                starts_at,
                group_doc: (group_key != group).then_some(group),
                group_key,
                events: tally.events * sign,
                numbers: tally.numbers * sign,
                sum_hi,
                sum_lo,
                max: if sign > 0 { tally.stored_max()? } else { None },
                last: if sign > 0 { tally.stored_last()? } else { None },
            });
        }
        store::usage::rollup::add(session.tx, company, deltas)?;
        Ok(store::usage::rollup::add_values(session.tx, company, values)?)
    }
}

/// Counts these events of customers, or takes them out, and marks the billed periods that they
/// change.
pub(super) fn apply(
    session: &mut Session<'_, '_>,
    meters: &Meters,
    (events, sign): (&[Event], i64),
) -> Result<(), Failure> {
    let company = session.company_id().to_owned();
    let (mut sums, mut late) = (Sums::default(), BTreeSet::new());
    for event in events {
        let customer = CustomerId::from(event.row.holder.as_str());
        for known in meters.metrics.get(&event.row.item_id).into_iter().flatten() {
            let Some(row) = meters.row(&customer, known) else { continue };
            let counts = match has(row, &event.row.place()) {
                true => sums.add(&customer, known, event),
                false => Counted::of(&known.metric, &event.properties).is_some(),
            };
            if counts && event.row.timestamp < row.closed_until {
                late.insert((customer.clone(), known.id.clone(), event.row.timestamp));
            }
        }
    }
    sums.write(session, &company, sign)?;
    let late: Vec<Changed<'_>> = late
        .iter()
        .map(|(customer_id, metric_id, at)| Changed { customer_id, metric_id, at: *at })
        .collect();
    Ok(store::usage::period::spoil(session.tx, &company, &late)?)
}
