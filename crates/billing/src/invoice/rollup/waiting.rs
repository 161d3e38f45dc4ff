//! What waits for a rollup, and when it is due.

use std::collections::BTreeMap;
use std::sync::Arc;

use calendar::Timestamp;
use money::Currency;

use crate::invoice::Line;
use crate::one_time::OneTime;
use crate::snapshot::Snapshot;
use crate::subscription::{Behaviour, Subscription};

/// When the rollup of the payer next bills something, if anything waits for it.
pub(crate) fn next_date(snapshot: &Snapshot) -> Option<Timestamp> {
    dates(snapshot).into_values().min()
}

/// For each currency the date that bills what waits.
pub(crate) fn dates(snapshot: &Snapshot) -> BTreeMap<Currency, Timestamp> {
    let mut first: BTreeMap<Currency, Timestamp> = BTreeMap::new();
    let Some(rollup) = &snapshot.payer.rollup else { return first };
    let mut note = |currency: Currency, since: Timestamp| {
        first.entry(currency).and_modify(|known| *known = (*known).min(since)).or_insert(since);
    };
    for subscription in ready(snapshot) {
        for line in snapshot.pending_lines.of(&subscription.id) {
            note(subscription.terms.currency, since(line));
        }
    }
    for one_time in bought(snapshot) {
        note(one_time.order.currency, since_ordered(one_time));
    }
    // A calendar that has no such date has no rollup.
    let date = |(currency, since)| Some((currency, rollup.date_for(since).ok()?));
    first.into_iter().filter_map(date).collect()
}

/// Subscriptions whose lines are billed: those of a parked one, or of one whose pause keeps what it
/// makes, wait.
pub(crate) fn ready(snapshot: &Snapshot) -> impl Iterator<Item = &Arc<Subscription>> {
    let kept = |known: &Subscription| {
        known.lifecycle.pause.is_some_and(|pause| pause.behaviour == Behaviour::Draft)
    };
    let has = |known: &Subscription| !snapshot.pending_lines.of(&known.id).is_empty();
    let ready =
        move |known: &&Arc<Subscription>| known.parked.is_none() && !kept(known) && has(known);
    snapshot.subscriptions.iter().filter(ready)
}

/// One-time charges that wait: under a rollup all of them do.
pub(crate) fn bought(snapshot: &Snapshot) -> impl Iterator<Item = &Arc<OneTime>> {
    snapshot.one_times.iter().filter(|known| known.is_pending())
}

/// Since when a line waits.
pub(crate) fn since(line: &Line) -> Timestamp {
    line.since.unwrap_or(line.period.start)
}

/// Since when a one-time charge waits: an invoice of its own would not have been made before.
pub(crate) fn since_ordered(one_time: &OneTime) -> Timestamp {
    one_time.due().unwrap_or(one_time.order.created)
}
