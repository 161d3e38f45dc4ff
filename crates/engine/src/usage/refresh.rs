//! After an event was taken out of a rollup: what cannot be subtracted is looked for again.

use records::{CustomerId, Moment};
use store::usage::event::Stretch;
use store::usage::rollup::{Delta, Range};

use super::count::{Event, HOUR, LONG, Meters, floor, has};
use super::tally::{Counted, Tally, is_ordered, short};
use crate::{Failure, Session};

/// After something was taken out: the largest and the last number of its hour are looked for again.
pub(super) fn refresh(
    session: &mut Session<'_, '_>,
    meters: &Meters,
    gone: &Event,
) -> Result<(), Failure> {
    let company = session.company_id().to_owned();
    let customer = CustomerId::from(gone.row.holder.as_str());
    let from = floor(gone.row.timestamp, 1);
    let until = Moment::from_micros(from.micros().saturating_add(HOUR));
    let stretch =
        Stretch { number: 0, customer_id: &customer, item_id: &gone.row.item_id, from, until };
    let mut left = None;
    for known in meters.metrics.get(&gone.row.item_id).into_iter().flatten() {
        let Some(row) = meters.row(&customer, known) else { continue };
        let aggregator = known.metric.aggregator;
        let ordered = is_ordered(aggregator);
        let counted = Counted::of(&known.metric, &gone.properties).filter(|_| ordered);
        let Some(counted) = counted.filter(|_| has(row, &gone.row.place())) else {
            continue;
        };
        if left.is_none() {
            let found =
                store::usage::event::within(session.tx, &company, std::slice::from_ref(&stretch))?;
            let events = found.into_iter().map(|asked| Event::read(asked.event));
            left = Some(events.collect::<Result<Vec<_>, _>>()?);
        }
        let mut tally = Tally::default();
        for event in left.iter().flatten() {
            let same = Counted::of(&known.metric, &event.properties);
            let same = same.filter(|one| one.group == counted.group);
            if let Some(one) = same.filter(|_| has(row, &event.row.place())) {
                tally.add(&event.row.place(), &one);
            }
        }
        let key = (&customer, known.id.as_str(), short(counted.group));
        let delta = ordered_delta(key.clone(), (1, from), &tally)?;
        store::usage::rollup::set(session.tx, &company, &[delta])?;
        if aggregator.looks_back() {
            refresh_long(session, key, from)?;
        }
    }
    Ok(())
}

/// The same for what many hours are rolled up in.
fn refresh_long(
    session: &mut Session<'_, '_>,
    key: (&CustomerId, &str, String),
    at: Moment,
) -> Result<(), Failure> {
    let company = session.company_id().to_owned();
    let from = floor(at, LONG);
    let until = Moment::from_micros(from.micros().saturating_add(HOUR * LONG));
    let (customer_id, metric_id) = (key.0, key.1);
    let range = Range { number: 0, customer_id, metric_id, span: 1, from, until };
    let mut tally = Tally::default();
    for rolled in store::usage::rollup::within(session.tx, &company, &[range])? {
        if rolled.group_key == key.2 {
            tally.add_rolled(&rolled);
        }
    }
    let delta = ordered_delta(key, (LONG, from), &tally)?;
    Ok(store::usage::rollup::set(session.tx, &company, &[delta])?)
}

fn ordered_delta(
    (customer, metric, group_key): (&CustomerId, &str, String),
    (span, starts_at): (i64, Moment),
    tally: &Tally,
) -> Result<Delta, Failure> {
    Ok(Delta {
        customer_id: customer.clone(),
        metric_id: metric.to_owned(),
        span,
        starts_at,
        group_key,
        group_doc: None,
        events: 0,
        numbers: 0,
        sum_hi: 0,
        sum_lo: 0,
        max: tally.stored_max()?,
        last: tally.stored_last()?,
    })
}
