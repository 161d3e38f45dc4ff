//! What changes removed: its last period is billed with the date that would have ended it, or with
//! the end of everything.

use std::sync::Arc;

use calendar::Period;

use crate::period::billing::BillingDate;
use crate::period::close::{close_period, last_part};
use crate::period::spot::Spot;
use crate::period::{
    ComponentProgress, Priced, RemovedComponent, RunningPeriod, minimum, monthly_factor,
};
use crate::pricing::{ChargeType, ProductPricing};
use crate::refusal::Refusal;
use crate::subscription::state::{SubscribedPricing, Subscription};

/// Bills and forgets what was removed and is due.
pub(crate) fn close(billing: &mut BillingDate) -> Result<(), Refusal> {
    let over = billing.subscription.known_end().is_some_and(|end| end <= billing.at);
    let (due, later): (Vec<RemovedComponent>, Vec<RemovedComponent>) =
        billing.left.iter().cloned().partition(|removed| over || removed.due <= billing.at);
    billing.progress.removed = later;
    for removed in &due {
        let pricing = billing.subscription.former(removed).ok_or(Refusal::Mismatched)?.clone();
        one(billing, &pricing, removed.clone())?;
    }
    for removed in &due {
        let pricing = billing.subscription.former(removed).ok_or(Refusal::Mismatched)?.clone();
        if let Some(running) =
            removed.progress.running.filter(|_| asks(billing.subscription, &pricing, removed))
        {
            minimum::former(billing, &pricing, removed.since, running)?;
        }
    }
    Ok(())
}

/// The last period of one component.
fn one(
    billing: &mut BillingDate,
    pricing: &Arc<ProductPricing>,
    mut removed: RemovedComponent,
) -> Result<(), Refusal> {
    let subscribed = SubscribedPricing {
        pricing: pricing.clone(),
        since: removed.since,
        configurations: Vec::new(),
    };
    let configuration = Arc::new(removed.configuration.clone());
    let component = pricing.components.get(removed.component).ok_or(Refusal::Mismatched)?;
    let spot = Spot { plan: usize::MAX, component: removed.component, place: usize::MAX };
    let priced = Priced {
        subscription: billing.subscription,
        subscribed: &subscribed,
        component,
        configuration: &configuration,
        spot,
    };
    let Some(running) = removed.progress.running.take() else { return Ok(()) };
    let Some(running) = last_part(billing.subscription, &priced, running, billing.at) else {
        return Ok(());
    };
    let first = billing.lines.len();
    let line = close_period(billing.snapshot, &priced, &mut removed.progress, running)?;
    if line.is_none() && component.charge_type() == ChargeType::PostOnly {
        pass_on(billing, &removed, running.served());
    }
    billing.lines.extend(line);
    if billing.snapshot.customer.managed_externally {
        return Ok(());
    }
    match successor(billing.subscription, &removed, running) {
        Some(place) => {
            let advance =
                removed.progress.advance_within(&running, billing.subscription.anchor.zone())?;
            let spent = minimum::billed_since(billing, first)
                + advance.map_or(money::Ratio::ZERO, |amount| amount.major());
            if let Some(progress) = billing.progress.components.get_mut(place)
                && component.pricing.has_minimum()
            {
                progress.spent += &spent;
            }
        }
        None => minimum::component(billing, &priced, &mut removed.progress, (running, first))?,
    }
    minimum::count(billing, billing.subscription.place_of(&removed), first);
    Ok(())
}

/// What was left unbilled is on record with the same component, where that goes on.
fn pass_on(billing: &mut BillingDate, removed: &RemovedComponent, served: Period) {
    let place = twin(billing.subscription, removed)
        .and_then(|place| billing.progress.components.get_mut(place));
    if let Some(place) =
        place.filter(|progress| progress.from.is_none_or(|from| from <= served.start))
    {
        place.skip(served);
    }
}

/// The place of the same component as it is now.
fn twin(subscription: &Subscription, removed: &RemovedComponent) -> Option<usize> {
    let plan = subscription.place_of(removed)?;
    let skip: usize = subscription
        .pricings
        .iter()
        .take(plan)
        .map(|subscribed| subscribed.configurations.len())
        .sum();
    skip.checked_add(removed.component)
}

/// The place of the same component with another configuration, where its minimum covers this too.
fn successor(
    subscription: &Subscription,
    removed: &RemovedComponent,
    open: RunningPeriod,
) -> Option<usize> {
    let place = twin(subscription, removed)?;
    let covers = |progress: &ComponentProgress| {
        progress.running.is_some_and(|running| running.asked().start <= open.asked().start)
    };
    subscription.progress.components.get(place).filter(|known| covers(known)).map(|_| place)
}

/// Whether the minimum of a pricing that was removed is asked for with this component: once, with
/// the first of its shortest.
fn asks(subscription: &Subscription, pricing: &ProductPricing, removed: &RemovedComponent) -> bool {
    if pricing.minimum.is_none() || subscription.place_of(removed).is_some() {
        return false;
    }
    let same = |other: &&RemovedComponent| {
        other.pricing == removed.pricing && other.since == removed.since
    };
    let term = |removed: &RemovedComponent| {
        pricing.components.get(removed.component).map(|component| component.term)
    };
    let others = subscription.progress.removed.iter().filter(same);
    let shortest = others.min_by_key(|removed| term(removed).map(|term| -monthly_factor(term)));
    shortest.is_some_and(|shortest| shortest.component == removed.component)
}
