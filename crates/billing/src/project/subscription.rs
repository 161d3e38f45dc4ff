//! What a fact makes of a subscription.

use std::sync::Arc;

use calendar::Timestamp;

use crate::fact::SubscriptionFact;
use crate::id::{DiscountHandle, Name, SubscriptionHandle};
use crate::metering::LatePeriod;
use crate::snapshot::{OpenInvoices, Snapshot};
use crate::subscription::{Cancel, Change, DiscountState, Status, Subscription, Trial};

pub(crate) fn project(
    snapshot: &mut Snapshot,
    (id, at): (&SubscriptionHandle, Timestamp),
    fact: &SubscriptionFact,
) {
    note(snapshot, fact);
    if let SubscriptionFact::Created(made) = fact {
        snapshot.subscriptions.push(Arc::new(Subscription::clone(made)));
        return;
    }
    if let SubscriptionFact::Changed { pending_lines: lines, .. }
    | SubscriptionFact::PendingLines { lines } = fact
    {
        snapshot.pending_lines.set(id, lines.clone());
    }
    if let SubscriptionFact::UsageAdjusted { component, period, metered } = fact {
        let same = |late: &&mut LatePeriod| {
            late.subscription == *id && late.component == *component && late.period == *period
        };
        for late in snapshot.late.iter_mut().filter(same) {
            (late.metered, late.is_late) = (metered.clone(), false);
        }
    }
    let known = snapshot.subscriptions.iter_mut().find(|known| known.id == *id);
    known.into_iter().for_each(|known| apply(Arc::make_mut(known), at, fact));
}

/// Takes note of everything that was named.
fn note(snapshot: &mut Snapshot, fact: &SubscriptionFact) {
    let mut noted = |id: &Name| snapshot.minted.note(id);
    match fact {
        SubscriptionFact::Created(after)
        | SubscriptionFact::TrialConverted { after }
        | SubscriptionFact::Changed { after, .. } => {
            noted(&after.id);
            after.discounts.iter().for_each(|discount| noted(&discount.id));
            let changes = after.lifecycle.changes.iter().chain(&after.lifecycle.changed);
            changes.for_each(|change| noted(&change.id));
        }
        SubscriptionFact::ChangeScheduled { change } => noted(&change.id),
        SubscriptionFact::PendingLines { lines } => {
            lines.iter().filter_map(|line| line.id.as_ref()).for_each(|id| noted(id))
        }
        SubscriptionFact::CancelAsked { cancel } => noted(&cancel.id),
        SubscriptionFact::Started
        | SubscriptionFact::Billed { .. }
        | SubscriptionFact::Renewed { .. }
        | SubscriptionFact::Ended
        | SubscriptionFact::Parked { .. }
        | SubscriptionFact::Retried
        | SubscriptionFact::Updated { .. }
        | SubscriptionFact::Valued { .. }
        | SubscriptionFact::TrialExtended { .. }
        | SubscriptionFact::ChangeDropped { .. }
        | SubscriptionFact::CancelUndone { .. }
        | SubscriptionFact::Cancelled
        | SubscriptionFact::TakenOver
        | SubscriptionFact::PayerChanged { .. }
        | SubscriptionFact::Paused { .. }
        | SubscriptionFact::Resumed
        | SubscriptionFact::UsageAdjusted { .. }
        | SubscriptionFact::DiscountRevoked { .. }
        | SubscriptionFact::DiscountExpired { .. } => {}
    }
    if let (SubscriptionFact::Created(made), OpenInvoices::Of(known)) =
        (fact, &mut snapshot.open_of)
    {
        // It has none yet.
        known.insert(made.id.clone());
    }
}

fn apply(subscription: &mut Subscription, at: Timestamp, fact: &SubscriptionFact) {
    match fact {
        SubscriptionFact::Created(after)
        | SubscriptionFact::TrialConverted { after }
        | SubscriptionFact::Changed { after, .. } => *subscription = Subscription::clone(after),
        SubscriptionFact::Started => {
            subscription.status = Status::Active;
            let pending =
                subscription.discounts.iter_mut().filter(|d| d.state == DiscountState::Pending);
            pending.for_each(|discount| {
                (discount.state, discount.changed) = (DiscountState::Active, Some(at));
            });
        }
        SubscriptionFact::Billed { state, .. } => subscription.state = (**state).clone(),
        SubscriptionFact::Renewed { number, next } => {
            subscription.renewals.last = Some(at);
            subscription.renewals.next = *number;
            subscription.renewals.date = *next;
        }
        SubscriptionFact::Ended => subscription.status = Status::Ended,
        SubscriptionFact::Parked { reason } => subscription.parked = Some(reason.clone()),
        SubscriptionFact::Retried => subscription.parked = None,
        SubscriptionFact::Updated { auto_charges, due_days, minimum } => {
            subscription.terms.auto_charges = *auto_charges;
            subscription.terms.due_days = *due_days;
            subscription.terms.minimum = *minimum;
        }
        SubscriptionFact::Valued { revenue, .. } => {
            subscription.recurring_revenue = *revenue;
            subscription.lifecycle.valued |= !revenue.mrr.is_zero();
        }
        SubscriptionFact::TrialExtended { end, renewal } => {
            subscription.lifecycle.trial =
                subscription.lifecycle.trial.map(|trial| Trial { end: *end, ..trial });
            subscription.renewals.date = *renewal;
        }
        SubscriptionFact::ChangeScheduled { change } => schedule(subscription, change),
        SubscriptionFact::ChangeDropped { change } => {
            subscription.lifecycle.changes.retain(|known| known.id != *change)
        }
        // These are the payer's; the subscription counts as changed. One that has another payer
        // is moved there by whoever keeps the books of both, with its drafts.
        SubscriptionFact::PendingLines { .. }
        | SubscriptionFact::PayerChanged { .. }
        | SubscriptionFact::UsageAdjusted { .. } => {}
        SubscriptionFact::CancelAsked { cancel } => {
            subscription.end = Some(cancel.at);
            subscription.lifecycle.cancel = Some(Arc::new(Cancel::clone(cancel)));
        }
        SubscriptionFact::CancelUndone { end } => {
            subscription.end = *end;
            subscription.lifecycle.cancel = None;
        }
        SubscriptionFact::Cancelled => subscription.status = Status::Cancelled,
        SubscriptionFact::TakenOver => {
            subscription.terms.taken_over = Some(at);
            subscription.state.all_mut().for_each(|state| {
                if let Some(running) = &mut state.progress.running {
                    running.elsewhere = true;
                }
            });
        }
        SubscriptionFact::Paused { pause } => subscription.lifecycle.pause = Some(*pause),
        SubscriptionFact::Resumed => subscription.lifecycle.pause = None,
        SubscriptionFact::DiscountRevoked { discount } => {
            lapse(subscription, (discount, at), DiscountState::Revoked)
        }
        SubscriptionFact::DiscountExpired { discount } => {
            lapse(subscription, (discount, at), DiscountState::Expired)
        }
    }
}

/// A change that is asked for takes the place of one that was asked for before.
fn schedule(subscription: &mut Subscription, change: &Change) {
    subscription.lifecycle.changes.retain(|known| known.scheduled || change.scheduled);
    subscription.lifecycle.changes.push(Arc::new(change.clone()));
    subscription.lifecycle.changes.sort_by_key(|change| change.at);
}

fn lapse(
    subscription: &mut Subscription,
    (id, at): (&DiscountHandle, Timestamp),
    state: DiscountState,
) {
    let lapsed = subscription.discounts.iter_mut().filter(|discount| discount.id == *id);
    lapsed.for_each(|discount| (discount.state, discount.changed) = (state, Some(at)));
}
