//! The end of a term: a new one, or the last invoice and the end.

use std::sync::Arc;

use crate::fact::{Fact, SubscriptionFact};
use crate::invoice::Cause;
use crate::one_time::order;
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::state::Subscription;
use crate::subscription::{billing_date, cancel, change};
use crate::work::{Moment, Work};

/// Ends a subscription whose known end is reached, with one last invoice of what is open.
pub(crate) fn end(
    snapshot: &Snapshot,
    subscription: &Arc<Subscription>,
    moment: Moment,
) -> Result<Vec<Fact>, Refusal> {
    if subscription.known_end().is_none_or(|end| end > moment.at) {
        return Ok(Vec::new());
    }
    if let Some(cancel) =
        subscription.lifecycle.cancel.as_ref().filter(|cancel| cancel.at <= moment.at)
    {
        return cancel::take_effect(snapshot, subscription, cancel, moment);
    }
    if !subscription.is_live() {
        return Ok(Vec::new());
    }
    let mut work = Work::on(snapshot, moment.now);
    work.tell_all(billing_date::bill_date(snapshot, subscription, moment)?);
    let waits = work
        .snapshot
        .subscription(&subscription.id)
        .filter(|known| !work.snapshot.pending_lines.of(&known.id).is_empty());
    if let Some((each, last)) = waits.cloned().zip(subscription.lifecycle.changed.as_ref()) {
        // What waited in a pause that waives is billed for the change that it is of.
        let cause = Cause::Change { change: last.id.clone() };
        cancel::bill_waiting(&mut work, &each, (cause, Vec::new()), moment)?;
    }
    let each = work.snapshot.subscription(&subscription.id).ok_or(Refusal::NotFound)?.clone();
    let mut own = work.snapshot.one_times.iter().filter(|known| known.waits_with(&each.id));
    if let Some(order) = own.next().map(|first| first.order.id.clone()) {
        // What was bought once is not waived either.
        let cause = Cause::OneTime { order };
        cancel::bill_waiting(&mut work, &each, (cause, Vec::new()), moment)?;
    }
    work.tell_all(change::drop_all(subscription, moment.at));
    work.tell_all(order::drop_all(&work.snapshot, subscription, moment.at));
    let mut facts = work.into_facts()?;
    facts.push(Fact::Subscription {
        subscription: subscription.id.clone(),
        at: moment.at,
        fact: SubscriptionFact::Ended,
    });
    Ok(facts)
}

/// Begins the next term. Dates are counted from one base, so none of them drifts.
pub(crate) fn renew(
    _: &Snapshot,
    known: &Arc<Subscription>,
    moment: Moment,
) -> Result<Vec<Fact>, Refusal> {
    if !known.is_live() || known.renews_at().is_none_or(|date| date > moment.at) {
        return Ok(Vec::new());
    }
    let (number, next) = known.renewals.after(known.terms.term)?;
    let subscription = known.id.clone();
    Ok(vec![Fact::Subscription {
        subscription,
        at: moment.at,
        fact: SubscriptionFact::Renewed { number, next },
    }])
}
