//! Adjustments of subscriptions that are over: no invoice comes for them any more, so the end of
//! the local day bills what was noticed on it, in one invoice.

use std::sync::Arc;

use calendar::Timestamp;

use crate::invoice::line::Role;
use crate::invoice::state::Cause;
use crate::invoice::{create, pending_lines};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::{Subscription, pause};
use crate::work::{Moment, Work};

/// When what waits of a subscription that is over is billed. Under a rollup it waits for its date.
pub(crate) fn date(snapshot: &Snapshot, known: &Subscription) -> Option<Timestamp> {
    if !known.is_over() || known.parked.is_some() || snapshot.payer.rollup.is_some() {
        return None;
    }
    let pending = snapshot.pending_lines.of(&known.id).iter();
    let since = pending.filter(|line| line.role == Role::Adjustment).filter_map(|l| l.since).min();
    known.terms.anchor.zone().next_midnight(since?).ok()
}

/// Bills what is due of them.
pub(crate) fn due(work: &mut Work, at: Timestamp) -> Result<(), Refusal> {
    let is_due =
        |known: &&Arc<Subscription>| date(&work.snapshot, known).is_some_and(|date| date <= at);
    let due: Vec<Arc<Subscription>> =
        work.snapshot.subscriptions.iter().filter(is_due).cloned().collect();
    for subscription in due {
        let moment = Moment { at, now: work.now };
        match bill(work, &subscription, moment) {
            Ok(tried) => work.tell_all(tried.into_facts()?),
            Err(refusal) => work.park(&subscription, refusal)?,
        }
    }
    Ok(())
}

fn bill(work: &Work, known: &Arc<Subscription>, moment: Moment) -> Result<Work, Refusal> {
    let mut tried = Work::on(&work.snapshot, work.now);
    let awake = pause::awake(known);
    let (taken, rest) = pending_lines::take(&tried.snapshot, &awake)?;
    if taken.is_empty() {
        pending_lines::wait(&mut tried, known, moment.now, rest);
        return Ok(tried);
    }
    let cause = Cause::Adjustment { subscription: known.id.clone(), at: moment.at };
    let facts = create::create(&tried.snapshot, &awake, (cause, Vec::new()), moment)?;
    tried.tell_all(facts);
    Ok(tried)
}
