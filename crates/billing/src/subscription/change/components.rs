//! How far a subscription is billed, carried over a change: components that nothing touches go on,
//! others are cut or left to their end, and new ones begin.

use std::sync::Arc;

use calendar::Timestamp;
use money::{Quantity, Ratio};

use crate::id::Handle;
use crate::invoice::Line;
use crate::period::spot::{Spot, spots};
use crate::period::{ComponentProgress, RemovedComponent, minimum};
use crate::pricing::{Kind, ProductPricing};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::discount::OpenAmount;
use crate::subscription::lifecycle::{Change, Proration};
use crate::subscription::state::Subscription;

/// A change on its way through the components of a subscription.
pub(crate) struct Moving<'a> {
    pub snapshot: &'a Snapshot,
    pub subscription: &'a Subscription,
    pub change: &'a Change,
    pub at: Timestamp,
    /// Whether the billing date of this instant is still to come.
    pub turns: bool,
    /// What comes back, and what is charged.
    pub back: Vec<Line>,
    pub charged: Vec<Line>,
    /// What waited before, without what is not used any more.
    pub waiting: Vec<Line>,
    pub left: Vec<RemovedComponent>,
    /// What is left whole.
    pub whole: Vec<Whole>,
    /// Running periods of usage that cannot be cut, for who prices the same metric next.
    pub handed: Vec<(Arc<str>, ComponentProgress)>,
    /// What was left to its end and is added again before that.
    pub resumed: Vec<(Spot, ComponentProgress)>,
    /// What amounts off had taken of lines without a net that go.
    pub open: Vec<(Handle, OpenAmount)>,
}

/// A component that goes on to the end of its period.
pub(crate) struct Whole {
    pub until: Timestamp,
    pub plan: Arc<str>,
    pub component: usize,
    /// The metric that it prices.
    pub metric: Option<Arc<str>>,
}

impl Whole {
    pub fn of(pricing: &ProductPricing, component: usize, until: Timestamp) -> Whole {
        let metric = pricing.components.get(component).and_then(|known| known.metric.clone());
        Whole { until, plan: pricing.id.clone(), component, metric }
    }
}

/// Carries the progress over and answers the lines: what comes back, then what is charged.
pub(crate) fn move_on(
    snapshot: &Snapshot,
    subscription: &Subscription,
    after: &mut Subscription,
    (change, at): (&Change, Timestamp),
) -> Result<Vec<Line>, Refusal> {
    if subscription.progress.components.is_empty() {
        // Nothing was billed yet: it begins with what it is then.
        return Ok(Vec::new());
    }
    if subscription.lifecycle.trial.is_some() {
        // Nothing runs: it goes on with what it is then.
        after.progress.components = rest(subscription, after, at);
        after.progress.counted = after.pricings.iter().map(|_| Ratio::ZERO).collect();
        return Ok(Vec::new());
    }
    let mut moving = Moving {
        snapshot,
        subscription,
        change,
        at,
        turns: subscription.next_billing_date().is_some_and(|turn| turn <= at),
        back: Vec::new(),
        charged: Vec::new(),
        waiting: subscription.lifecycle.pending_lines.clone(),
        left: subscription.progress.removed.clone(),
        whole: Vec::new(),
        handed: Vec::new(),
        resumed: Vec::new(),
        open: Vec::new(),
    };
    if change.wanted.reset_anchor || after.lifecycle.trial.is_some() {
        let lines = moving.begin_anew(after)?;
        after.lifecycle.removed_pricings.clear();
        after.progress.removed.clear();
        after.lifecycle.pending_lines = moving.waiting;
        return Ok(lines);
    }
    if let Some(asked) = minimum::cut_short(snapshot, subscription, after, at)? {
        let billed_here = !snapshot.customer.managed_externally;
        moving.charged.extend(asked.into_iter().filter(|_| billed_here));
        after.progress.asked_from = Some(at);
        after.progress.counted_all = Ratio::ZERO;
    }
    moving.go_on(after)?;
    after.lifecycle.removed_pricings = former(subscription, &moving.left);
    after.progress.removed = moving.left;
    after.lifecycle.pending_lines = moving.waiting;
    for (id, open) in moving.open {
        let discount = after.discounts.iter_mut().find(|known| known.id == id);
        discount.into_iter().for_each(|each| each.open.push(open.clone()));
    }
    moving.back.extend(moving.charged);
    Ok(moving.back)
}

impl Moving<'_> {
    /// Takes off what goes and puts on what comes.
    fn go_on(&mut self, after: &mut Subscription) -> Result<(), Refusal> {
        self.take_up(after)?;
        for spot in spots(self.subscription) {
            let twin = twin(self.subscription, after, spot);
            if !twin.is_some_and(|twin| self.keeps(after, spot, twin)) {
                self.take_off(after, spot)?;
            }
        }
        let places = spots(after).into_iter().map(|spot| self.put_on(after, spot));
        after.progress.components = places.collect::<Result<_, _>>()?;
        after.progress.counted = counted(self.subscription, after);
        Ok(())
    }

    /// Whether a component stays as it is: neither its price nor its configuration changes.
    pub fn keeps(&self, after: &Subscription, spot: Spot, twin: Spot) -> bool {
        let config = |of: &Subscription, spot: Spot| {
            let subscribed = of.pricings.get(spot.plan)?;
            let component = subscribed.pricing.components.get(spot.component)?;
            let configuration = subscribed.configurations.get(spot.component)?;
            let units = match component.kind {
                Kind::Licence if component.is_counted() => configuration.licences.clone(),
                // A fee has no quantity, whatever is set for it.
                Kind::Licence => Quantity::ZERO,
                Kind::Usage => configuration.minimum_units.clone(),
            };
            Some((units, configuration.overrides.clone()))
        };
        !self.change.wanted.reset_anchor && config(self.subscription, spot) == config(after, twin)
    }

    /// Whether what runs is left as it is.
    pub fn leaves(&self) -> bool {
        self.change.proration == Proration::None
    }
}

/// Where a component of one is in the other.
pub(crate) fn twin(of: &Subscription, other: &Subscription, spot: Spot) -> Option<Spot> {
    let id = &of.pricings.get(spot.plan)?.pricing.id;
    let same = |twin: &Spot| {
        let state = other.pricings.get(twin.plan);
        twin.component == spot.component
            && state.is_some_and(|subscribed| subscribed.pricing.id == *id)
    };
    spots(other).into_iter().find(same)
}

/// The places of all components while a trial runs: nothing is open, and what was left unbilled
/// before stays on record.
pub(crate) fn rest(
    subscription: &Subscription,
    after: &Subscription,
    at: Timestamp,
) -> Vec<ComponentProgress> {
    let rest = |spot: Spot| {
        let old = twin(after, subscription, spot)
            .and_then(|old| subscription.progress.components.get(old.place));
        let Some(old) = old else {
            return ComponentProgress { from: Some(at), ..ComponentProgress::default() };
        };
        ComponentProgress {
            from: old.from.map(|from| if old.opens.is_some() { at } else { from }),
            skipped: old.skipped_until(at),
            ..ComponentProgress::default()
        }
    };
    spots(after).into_iter().map(rest).collect()
}

/// What counts towards the minimums of pricings that stay.
fn counted(subscription: &Subscription, after: &Subscription) -> Vec<Ratio> {
    let known = |id: &Arc<str>| {
        subscription.pricings.iter().position(|subscribed| subscribed.pricing.id == *id)
    };
    let counted = |place: usize| subscription.progress.counted.get(place).cloned();
    let plans = after.pricings.iter();
    plans.map(|each| known(&each.pricing.id).and_then(counted).unwrap_or_default()).collect()
}

/// The pricings of everything that was removed.
fn former(subscription: &Subscription, left: &[RemovedComponent]) -> Vec<Arc<ProductPricing>> {
    let mut plans: Vec<Arc<ProductPricing>> = subscription.lifecycle.removed_pricings.clone();
    plans.extend(subscription.pricings.iter().map(|subscribed| subscribed.pricing.clone()));
    plans.sort_by(|a, b| a.id.cmp(&b.id));
    plans.dedup_by(|a, b| a.id == b.id);
    plans.retain(|pricing| left.iter().any(|removed| *removed.pricing == *pricing.id));
    plans
}
