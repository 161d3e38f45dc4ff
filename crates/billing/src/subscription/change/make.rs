//! What a subscription is after a change, and the lines that the change causes.

use std::sync::Arc;

use calendar::{Anchor, Grid, Timestamp};

use crate::command::Wanted;
use crate::definition::Faults;
use crate::id::DiscountHandle;
use crate::invoice::{DiscountScope, Line};
use crate::period::{RemovedComponent, SubscribedPricing};
use crate::pricing::ProductPricing;
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::change::components::{self, CarriedOver};
use crate::subscription::change::quantities::{check_set, follow, standing};
use crate::subscription::check::check_discounts;
use crate::subscription::discount::{Discount, DiscountState};
use crate::subscription::lifecycle::{Change, NewDiscount, NewTrial};
use crate::subscription::state::{Renewals, Status, Subscription};
use crate::subscription::trial;

/// A change that is made.
pub(crate) struct Made {
    pub after: Subscription,
    /// Discounts of pricings that were removed.
    pub revoked: Vec<DiscountHandle>,
    /// What comes back, then what is charged.
    pub lines: Vec<Line>,
    /// What still waits of what waited before.
    pub pending_lines: Arc<[Line]>,
}

pub(crate) fn make(
    snapshot: &Snapshot,
    subscription: &Subscription,
    change: Change,
    at: Timestamp,
) -> Result<Made, Refusal> {
    let mut after = Subscription::clone(subscription);
    let wanted = &change.wanted;
    after.state.pricings = pricings(subscription, &change, at)?;
    if wanted.reset_anchor {
        after.terms.anchor = Anchor::new(at, subscription.terms.anchor.zone().clone());
    }
    after.renewals = renewals(subscription, &change, at)?;
    after.terms.term = wanted.term.unwrap_or(subscription.terms.term);
    after.terms.auto_renews = wanted.auto_renews.unwrap_or(subscription.terms.auto_renews);
    if !after.terms.auto_renews && after.renewals.date <= at {
        // A change that comes with a renewal is for the term that begins then.
        let (next, date) = after.renewals.after(after.terms.term)?;
        after.renewals = Renewals { next, date, last: Some(at), ..after.renewals };
    }
    match (wanted.trial, subscription.lifecycle.trial) {
        (Some(NewTrial::For(length)), _) => {
            let given = trial::given(subscription, length, at)?;
            after.lifecycle.trial = Some(given);
            after.renewals = trial::renewals(&after, given.end)?;
        }
        // Before the start there is nothing to convert.
        (Some(NewTrial::Over), Some(_)) => {
            after.lifecycle.trial = None;
            after.renewals = trial::renewals(&after, subscription.terms.start)?;
        }
        _ => {}
    }
    after.terms.auto_charges = wanted.auto_charges.unwrap_or(subscription.terms.auto_charges);
    after.terms.minimum = wanted.minimum.unwrap_or(subscription.terms.minimum);
    if wanted.reset_anchor || after.lifecycle.trial.is_some() {
        // What was open was for periods that are over now.
        after.discounts.iter_mut().for_each(|discount| discount.open.clear());
    }
    after.discounts.extend(discounts(snapshot, subscription, &change, at));
    let mut faults = Faults::default();
    let live = after.discounts.iter().filter(|known| known.holds(at)).count();
    check_discounts(live, &mut faults);
    faults.or(Some(())).map_err(Refusal::NotMade)?;
    let revoked = revoked(subscription, &after);
    let carried = components::carry_over(snapshot, subscription, &mut after, (&change, at))?;
    after.lifecycle.changes.retain(|known| known.id != change.id);
    after.lifecycle.changed = Some(Arc::new(Change { applied: Some(at), ..change }));
    let CarriedOver { lines, pending_lines } = carried;
    Ok(Made { after, revoked, lines, pending_lines })
}

/// A change that waits for late usage, made again of the subscription before it.
pub(crate) fn again(
    snapshot: &Snapshot,
    before: &Subscription,
    at: Timestamp,
) -> Result<Made, Refusal> {
    let change = before.lifecycle.changed.as_deref().ok_or(Refusal::NotFound)?;
    make(snapshot, before, change.clone(), at)
}

/// The new set; a pricing that stays is on since it was added.
fn pricings(
    subscription: &Subscription,
    change: &Change,
    at: Timestamp,
) -> Result<Vec<SubscribedPricing>, Refusal> {
    let Some(picked) = &change.wanted.pricings else {
        return Ok(subscription.state.pricings.clone());
    };
    let mut faults = Faults::default();
    let set = follow(&standing(subscription), picked, &mut faults);
    // Since it was asked for, other quantities may have come to stand in its place.
    check_set(&set, picked, &mut faults);
    faults.or(Some(())).map_err(Refusal::NotMade)?;
    let subscribed = |new: Wanted| {
        let mut known = subscription.state.pricings.iter();
        let known = known.find(|subscribed| subscribed.pricing.id == new.pricing.id);
        let since = known
            .map(|known| known.since)
            .or_else(|| since_removed(subscription, &new.pricing, at))
            .unwrap_or(at.max(subscription.terms.start));
        SubscribedPricing::new(new.pricing, since, new.configurations)
    };
    set.into_iter().map(subscribed).collect()
}

/// Since when a pricing is on that was removed, runs to its end and comes back before that.
fn since_removed(
    subscription: &Subscription,
    pricing: &ProductPricing,
    at: Timestamp,
) -> Option<Timestamp> {
    let runs = |removed: &&RemovedComponent| {
        let running = removed.state.progress.running;
        removed.pricing.id == pricing.id && running.is_some_and(|known| known.served().end > at)
    };
    subscription.state.removed.iter().find(runs).map(|removed| removed.since)
}

/// A new term begins with the change, or with the end of the running one.
fn renewals(
    subscription: &Subscription,
    change: &Change,
    at: Timestamp,
) -> Result<Renewals, Refusal> {
    let term = change.wanted.term.unwrap_or(subscription.terms.term);
    let zone = subscription.terms.anchor.zone().clone();
    let last = subscription.renewals.last;
    if change.wanted.relative_term {
        let base = Anchor::new(at, zone);
        let date = Grid::new(base.clone(), term)?.boundary(1)?;
        return Ok(Renewals { base, next: 1, date, last });
    }
    if change.wanted.term.is_none() || term == subscription.terms.term {
        return Ok(subscription.renewals.clone());
    }
    let date = subscription.renewals.date;
    Ok(Renewals { base: Anchor::new(date, zone), next: 0, date, last })
}

fn discounts(
    snapshot: &Snapshot,
    subscription: &Subscription,
    change: &Change,
    at: Timestamp,
) -> Vec<Discount> {
    let state = match subscription.status {
        Status::Pending => DiscountState::Pending,
        _ => DiscountState::Active,
    };
    let made =
        |(place, new): (u32, &NewDiscount)| new.made(snapshot.minted.upcoming(place), at, state);
    (0_u32..).zip(&change.wanted.discounts).map(made).collect()
}

/// Discounts that hold for nothing but what was removed.
fn revoked(subscription: &Subscription, after: &Subscription) -> Vec<DiscountHandle> {
    let has = |known: &Subscription, scope: &DiscountScope| match scope {
        DiscountScope::ProductPricing(id) => {
            known.state.pricings.iter().any(|subscribed| *subscribed.pricing.id == **id)
        }
        DiscountScope::ItemPricing(id) => {
            known.state.components().any(|(_, state)| *state.component.id == **id)
        }
        DiscountScope::Product(id) => known.has_product(id),
        DiscountScope::OneTime(_) | DiscountScope::OneTimeCharge(_) | DiscountScope::Anything => {
            true
        }
    };
    let lost = |discount: &&Discount| {
        matches!(discount.state, DiscountState::Active | DiscountState::Pending)
            && has(subscription, &discount.scope)
            && !has(after, &discount.scope)
    };
    subscription.discounts.iter().filter(lost).map(|discount| discount.id.clone()).collect()
}
