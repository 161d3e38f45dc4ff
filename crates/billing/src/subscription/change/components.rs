//! How far a subscription is billed, carried over a change: components that nothing touches go on,
//! others are cut or left to their end, and new ones begin.

use std::sync::Arc;

use calendar::Timestamp;
use money::{Quantity, Ratio};

use crate::id::DiscountHandle;
use crate::invoice::Line;
use crate::period::{
    BillingState, ComponentProgress, ComponentState, Priced, RemovedComponent, minimum,
};
use crate::pricing::{Component, Kind};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::discount::OpenAmount;
use crate::subscription::lifecycle::{Change, Proration};
use crate::subscription::state::Subscription;

/// A change on its way through the components of a subscription.
pub(crate) struct ComponentChange<'a> {
    pub snapshot: &'a Snapshot,
    pub subscription: &'a Subscription,
    pub change: &'a Change,
    pub at: Timestamp,
    /// Whether the billing date of this instant is still to come.
    pub bills_now: bool,
    /// Proration credits, and what is charged.
    pub credits: Vec<Line>,
    pub charges: Vec<Line>,
    /// Pending lines of before, without what is not used any more.
    pub pending: Vec<Line>,
    pub removed: Vec<RemovedComponent>,
    /// Removed components that go on to the end of their periods.
    pub ending: Vec<Ending>,
    /// Running periods of usage that cannot be cut, for who prices the same metric next.
    pub handed_over: Vec<(Arc<str>, ComponentProgress)>,
    /// Removed components that are added again before their end.
    pub resumed: Vec<(Arc<Component>, ComponentProgress)>,
    /// What amounts off had taken of lines without a net that go.
    pub open: Vec<(DiscountHandle, OpenAmount)>,
}

/// A removed component that goes on to the end of its period.
pub(crate) struct Ending {
    pub until: Timestamp,
    pub component: Arc<Component>,
}

/// What a change causes besides another billing state.
pub(crate) struct CarriedOver {
    /// What comes back, then what is charged.
    pub lines: Vec<Line>,
    /// What still waits of what waited before.
    pub pending_lines: Arc<[Line]>,
}

/// Carries the billing state over and answers the lines: what comes back, then what is charged.
pub(crate) fn carry_over(
    snapshot: &Snapshot,
    subscription: &Subscription,
    after: &mut Subscription,
    (change, at): (&Change, Timestamp),
) -> Result<CarriedOver, Refusal> {
    let waits = snapshot.pending_lines.shared(&subscription.id);
    let nothing = CarriedOver { lines: Vec::new(), pending_lines: waits };
    if !subscription.state.begun {
        // Nothing was billed yet: it begins with what it is then.
        return Ok(nothing);
    }
    if subscription.lifecycle.trial.is_some() {
        // Nothing runs: it goes on with what it is then.
        rest(subscription, &mut after.state, at);
        return Ok(nothing);
    }
    let mut changing = ComponentChange {
        snapshot,
        subscription,
        change,
        at,
        bills_now: subscription.next_billing_date().is_some_and(|date| date <= at),
        credits: Vec::new(),
        charges: Vec::new(),
        pending: nothing.pending_lines.to_vec(),
        removed: subscription.state.removed.clone(),
        ending: Vec::new(),
        handed_over: Vec::new(),
        resumed: Vec::new(),
        open: Vec::new(),
    };
    if change.wanted.reset_anchor || after.lifecycle.trial.is_some() {
        let lines = changing.restart(after)?;
        after.state.removed.clear();
        return Ok(CarriedOver { lines, pending_lines: changing.pending.into() });
    }
    if let Some(asked) = minimum::cut_short(snapshot, subscription, after, at)? {
        let billed_here = !snapshot.customer_of(subscription)?.managed_externally;
        changing.charges.extend(asked.into_iter().filter(|_| billed_here));
        after.state.asked_from = Some(at);
        after.state.counted = Ratio::ZERO;
    }
    changing.go_on(after)?;
    after.state.removed = changing.removed;
    for (id, open) in changing.open {
        let discount = after.discounts.iter_mut().find(|known| known.id == id);
        discount.into_iter().for_each(|each| each.open.push(open.clone()));
    }
    changing.credits.extend(changing.charges);
    Ok(CarriedOver { lines: changing.credits, pending_lines: changing.pending.into() })
}

impl ComponentChange<'_> {
    /// Removes the components that go and adds those that come.
    fn go_on(&mut self, after: &mut Subscription) -> Result<(), Refusal> {
        self.resume(after)?;
        for (subscribed, old) in self.subscription.state.components() {
            let new = after.state.find(&subscribed.pricing, &old.component);
            if !new.is_some_and(|new| self.keeps(old, new)) {
                let priced = Priced::new(self.subscription, subscribed, old);
                self.remove(after, &priced, &old.progress)?;
            }
        }
        self.add_all(after)?;
        for subscribed in &mut after.state.pricings {
            let mut known = self.subscription.state.pricings.iter();
            let known = known.find(|known| known.pricing.id == subscribed.pricing.id);
            subscribed.counted = known.map(|known| known.counted.clone()).unwrap_or_default();
        }
        Ok(())
    }

    /// The progress of every component of the new set.
    pub(crate) fn add_all(&mut self, after: &mut Subscription) -> Result<(), Refusal> {
        let mut pricings = after.state.pricings.clone();
        for subscribed in &mut pricings {
            let (pricing, since) = (&subscribed.pricing, subscribed.since);
            for new in &mut subscribed.components {
                let old = self.subscription.state.find(pricing, &new.component);
                let ComponentState { component, configuration, .. } = &*new;
                let subscription = &*after;
                let priced = Priced { subscription, pricing, since, component, configuration };
                new.progress = match old {
                    Some(old) if self.keeps(old, new) => old.progress.clone(),
                    _ => self.add(&priced, old.map(|old| &old.progress))?,
                };
            }
        }
        after.state.pricings = pricings;
        Ok(())
    }

    /// Whether a component stays as it is: neither its price nor its configuration changes.
    pub fn keeps(&self, old: &ComponentState, new: &ComponentState) -> bool {
        let set = |state: &ComponentState| {
            let ComponentState { component, configuration, .. } = state;
            let units = match component.kind {
                Kind::Licence if component.is_counted() => configuration.licences.clone(),
                // A fee has no quantity, whatever is set for it.
                Kind::Licence => Quantity::ZERO,
                Kind::Usage => configuration.minimum_units.clone(),
            };
            (units, configuration.overrides.clone())
        };
        !self.change.wanted.reset_anchor && set(old) == set(new)
    }

    /// Whether what runs is left as it is.
    pub fn leaves(&self) -> bool {
        self.change.proration == Proration::None
    }
}

/// The progress of all components while a trial runs: nothing is open, nothing counts towards a
/// minimum, and what was left unbilled before stays on record.
pub(crate) fn rest(subscription: &Subscription, after: &mut BillingState, at: Timestamp) {
    for subscribed in &mut after.pricings {
        subscribed.counted = Ratio::ZERO;
        for state in &mut subscribed.components {
            let old = subscription.state.find(&subscribed.pricing, &state.component);
            state.progress = match old.map(|old| &old.progress) {
                None => ComponentProgress { from: Some(at), ..ComponentProgress::default() },
                Some(old) => ComponentProgress {
                    from: old.from.map(|from| if old.opens.is_some() { at } else { from }),
                    skipped: old.skipped_until(at),
                    ..ComponentProgress::default()
                },
            };
        }
    }
}
