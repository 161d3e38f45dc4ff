//! Trials: nothing that recurs is billed while one runs, and what follows is counted from its end.

use std::sync::Arc;

use calendar::{Anchor, Grid, Period, Term, Timestamp};

use crate::definition::Faults;
use crate::fact::{Fact, SubscriptionFact};
use crate::id::SubscriptionHandle;
use crate::period::BillingState;
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::lifecycle::{Change, Timing, Trial};
use crate::subscription::state::{Renewals, Status, Subscription};
use crate::work::{Moment, Work};

/// Makes a trial that is over a paid subscription. One that does not renew has ended before.
pub(crate) fn convert(
    _: &Snapshot,
    subscription: &Arc<Subscription>,
    moment: Moment,
) -> Result<Vec<Fact>, Refusal> {
    let Some(trial) = subscription
        .lifecycle
        .trial
        .filter(|trial| subscription.is_live() && trial.end <= moment.at)
    else {
        return Ok(Vec::new());
    };
    let at = moment.at;
    Ok(vec![Fact::converted(converted(subscription, trial, at)?, at)])
}

/// A subscription as it is when its trial is over and it is paid for.
pub(crate) fn converted(
    subscription: &Subscription,
    trial: Trial,
    at: Timestamp,
) -> Result<Subscription, Refusal> {
    let mut after = Subscription::clone(subscription);
    after.state = passed(subscription, at);
    after.lifecycle.trial = None;
    after.lifecycle.converted = Some(at);
    if !trial.anchored {
        after.terms.anchor = Anchor::new(at, subscription.terms.anchor.zone().clone());
    }
    after.renewals = renewals(subscription, at)?;
    after.state.pricings.iter_mut().for_each(|subscribed| subscribed.since = at);
    // What was over when the subscription was made stays unbilled, unless its past was asked for.
    after.terms.first_billing_date = if subscription.terms.past_until.is_some() {
        at
    } else {
        at.max(subscription.terms.created)
    };
    Ok(after)
}

/// How far a subscription is billed, with the trial that a change gave it on record as time that is
/// not.
pub(crate) fn passed(subscription: &Subscription, until: Timestamp) -> BillingState {
    let mut state = subscription.state.clone();
    let since = subscription.lifecycle.trial.and_then(|trial| trial.since);
    let Some(since) = since.filter(|_| state.begun) else { return state };
    for component in state.components_mut() {
        let from = component.progress.from.map_or(since, |from| from.max(since));
        if let Ok(free) = Period::new(from, until) {
            component.progress.skip(free);
        }
    }
    state
}

/// The trial that a change gives: another end of the one that runs, or a new one.
pub(crate) fn given(
    subscription: &Subscription,
    length: Term,
    at: Timestamp,
) -> Result<Trial, Refusal> {
    let from =
        Anchor::new(at.max(subscription.terms.start), subscription.terms.anchor.zone().clone());
    let end = Grid::new(from, length)?.boundary(1)?;
    let pending = subscription.status == Status::Pending;
    let new = Trial {
        end,
        anchored: pending && subscription.terms.anchor.instant() != subscription.terms.start,
        since: (!pending).then_some(at),
    };
    Ok(subscription.lifecycle.trial.map_or(new, |trial| Trial { end, ..trial }))
}

/// Moves the end of a running trial, and changes that wait for it.
pub(crate) fn extend(
    work: &mut Work,
    id: &SubscriptionHandle,
    end: Timestamp,
) -> Result<(), Refusal> {
    let known = work.snapshot.subscription(id).ok_or(Refusal::NotFound)?.clone();
    let trial = known.lifecycle.trial.filter(|_| known.is_live()).ok_or(Refusal::NotInTrial)?;
    if known.end.is_some_and(|ends| ends <= trial.end) {
        return Err(Refusal::Ending);
    }
    let mut faults = Faults::default();
    if end <= trial.end {
        faults.add("end_date", "not_later", "must lie after the present end of the trial");
    }
    if known.end.is_some_and(|ends| ends < end) {
        faults.add("end_date", "after_end", "must not lie after the end of the subscription");
    }
    faults.or(Some(())).map_err(Refusal::Invalid)?;
    let (at, subscription) = (work.now, id.clone());
    let renewal = renewals(&known, end)?.date;
    work.tell(Fact::Subscription {
        subscription,
        at,
        fact: SubscriptionFact::TrialExtended { end, renewal },
    });
    let waits = |each: &&Arc<Change>| each.timing == Timing::PeriodEnd && each.at == trial.end;
    for change in known.lifecycle.changes.iter().filter(waits) {
        let change = Box::new(Change { at: end, ..Change::clone(change) });
        work.tell(Fact::Subscription {
            subscription: id.clone(),
            at,
            fact: SubscriptionFact::ChangeScheduled { change },
        });
    }
    Ok(())
}

/// Terms are counted from the conversion, unless a later renewal was given.
pub(crate) fn renewals(subscription: &Subscription, from: Timestamp) -> Result<Renewals, Refusal> {
    if subscription.renewals.next == 0 && subscription.renewals.date > from {
        return Ok(subscription.renewals.clone());
    }
    let base = Anchor::new(from, subscription.terms.anchor.zone().clone());
    let date = Grid::new(base.clone(), subscription.terms.term)?.boundary(1)?;
    Ok(Renewals { base, next: 1, date, last: None })
}
