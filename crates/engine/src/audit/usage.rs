//! Rollups are what their events come to, counted again one by one.

use std::collections::BTreeMap;

use records::{CompanyId, CustomerId, Moment};
use store::usage::event::Place;
use store::usage::meter::{FILLED, Key, MeterRow};
use store::usage::rollup::Range;

use super::Found;
use crate::usage::count::{LONG, floor, properties};
use crate::usage::metrics::{self, Known};
use crate::usage::tally::{Counted, Tally, short};
use crate::{Failure, Session};

/// So many meters are looked at together, and so many events of one.
const METERS: i64 = 200;
const EVENTS: i64 = 2000;

/// What something is rolled up by: span, beginning, group.
type Rollups = BTreeMap<(i64, Moment, String), Tally>;

pub(super) fn rolled_up(session: &mut Session<'_, '_>) -> Found {
    let company = session.company_id().to_owned();
    let (mut wrong, mut last) = (Vec::new(), first());
    loop {
        let rows = store::usage::meter::after(session.tx, &company, &last, METERS)?;
        let Some(end) = rows.last() else { return Ok(wrong) };
        last = end.key.clone();
        let ids = rows.iter().map(|row| row.key.metric_id.clone()).collect();
        let known = metrics::by_ids(session, ids)?;
        for row in rows.iter().filter(|row| row.state == FILLED) {
            let current = known.get(&row.key.metric_id).filter(|known| known.rule == row.rule);
            if let Some(known) = current {
                wrong.extend(compared(session, &company, row, known)?);
            }
        }
    }
}

/// Before every meter.
fn first() -> Key {
    let (item_id, metric_id) = (String::new(), String::new());
    Key { customer_id: CustomerId::default(), item_id, metric_id }
}

fn compared(
    session: &mut Session<'_, '_>,
    company: &CompanyId,
    row: &MeterRow,
    known: &Known,
) -> Result<Option<String>, Failure> {
    let customer = &row.key.customer_id;
    let kept = kept(session, company, customer, known)?;
    let counted = counted(session, company, customer, known)?;
    let mut keys = kept.keys().chain(counted.keys());
    let other = keys.find(|key| kept.get(*key) != counted.get(*key));
    Ok(other.map(|(_, at, _)| {
        let metric = &known.id;
        format!("the usage of {customer} by {metric} from {at} on is not what its events come to")
    }))
}

/// As the tables have it.
fn kept(
    session: &mut Session<'_, '_>,
    company: &CompanyId,
    customer: &CustomerId,
    known: &Known,
) -> Result<Rollups, Failure> {
    let ever = Moment::from_micros(i64::MIN / 2);
    let range = |span| Range {
        number: span,
        customer_id: customer,
        metric_id: &known.id,
        span,
        from: ever,
        until: Moment::from_micros(i64::MAX),
    };
    let mut all = Rollups::new();
    let ranges = [range(1), range(LONG)];
    for row in store::usage::rollup::within(session.tx, company, &ranges)? {
        let tally = all.entry((row.span, row.starts_at, row.group_key.clone())).or_default();
        tally.add_rolled(&row);
    }
    for row in store::usage::rollup::values_within(session.tx, company, &[range(1)])? {
        let tally = all.entry((1, row.starts_at, row.group_key)).or_default();
        tally.values.insert(row.value, row.events);
    }
    // What was taken out leaves an empty row.
    all.retain(|_, tally| *tally != Tally::default());
    Ok(all)
}

/// As the events say.
fn counted(
    session: &mut Session<'_, '_>,
    company: &CompanyId,
    customer: &CustomerId,
    known: &Known,
) -> Result<Rollups, Failure> {
    let (mut all, mut place) = (Rollups::new(), Place::first());
    loop {
        let of = (customer, known.item_id.as_str());
        let events = store::usage::event::behind(session.tx, company, of, (&place, EVENTS))?;
        let Some(end) = events.last() else { return Ok(all) };
        place = end.place();
        for event in &events {
            let properties = properties(&event.properties)?;
            let Some(counted) = Counted::of(&known.metric, &properties) else { continue };
            let long = known.metric.aggregator.looks_back().then_some(LONG);
            for span in std::iter::once(1).chain(long) {
                let key = (span, floor(event.timestamp, span), short(counted.group.clone()));
                let value = counted.value.clone().filter(|_| span == 1);
                let one = Counted { value, ..counted.clone() };
                all.entry(key).or_default().add(&event.place(), &one);
            }
        }
    }
}
