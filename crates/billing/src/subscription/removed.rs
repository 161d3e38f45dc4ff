//! What changes took off: its last period is billed with the date that would have ended it, or with
//! the end of everything.

use crate::period::close::close_period;
use std::sync::Arc;

use calendar::Period;

use crate::period::billing::BillingDate;
use crate::period::close::last_part;
use crate::period::spot::Spot;
use crate::period::{
    ComponentProgress, Priced, RemovedComponent, RunningPeriod, minimum, monthly_factor,
};
use crate::pricing::{ChargeType, ProductPricing};
use crate::refusal::Refusal;
use crate::subscription::state::{SubscribedPricing, Subscription};

/// Bills and forgets what was taken off and is due.
pub(crate) fn close(turn: &mut BillingDate) -> Result<(), Refusal> {
    let over = turn.subscription.known_end().is_some_and(|end| end <= turn.at);
    let (due, later): (Vec<RemovedComponent>, Vec<RemovedComponent>) =
        turn.left.iter().cloned().partition(|left| over || left.due <= turn.at);
    turn.progress.removed = later;
    for left in &due {
        let Some(plan) = turn.subscription.former(left).cloned() else { continue };
        one(turn, &plan, left.clone())?;
    }
    for left in &due {
        let Some(plan) = turn.subscription.former(left).cloned() else { continue };
        if let Some(open) = left.progress.running.filter(|_| asks(turn.subscription, &plan, left)) {
            minimum::former(turn, &plan, left.since, open)?;
        }
    }
    Ok(())
}

/// The last period of one component.
fn one(
    turn: &mut BillingDate,
    plan: &Arc<ProductPricing>,
    mut left: RemovedComponent,
) -> Result<(), Refusal> {
    let state =
        SubscribedPricing { pricing: plan.clone(), since: left.since, configurations: Vec::new() };
    let config = Arc::new(left.configuration.clone());
    let Some(component) = plan.components.get(left.component) else { return Ok(()) };
    let spot = Spot { plan: usize::MAX, component: left.component, place: usize::MAX };
    let priced =
        Priced { subscription: turn.subscription, state: &state, component, config: &config, spot };
    let Some(open) = left.progress.running.take() else { return Ok(()) };
    let Some(open) = last_part(turn.subscription, &priced, open, turn.at) else { return Ok(()) };
    let first = turn.lines.len();
    let line = close_period(turn.snapshot, &priced, &mut left.progress, open)?;
    if line.is_none() && component.charge_type() == ChargeType::PostOnly {
        pass_on(turn, &left, open.served());
    }
    turn.lines.extend(line);
    if turn.snapshot.customer.managed_externally {
        return Ok(());
    }
    match successor(turn.subscription, &left, open) {
        Some(place) => {
            let advance = left.progress.advance_within(&open, turn.subscription.anchor.zone())?;
            let spent = minimum::billed_since(turn, first)
                + advance.map_or(money::Ratio::ZERO, |amount| amount.major());
            if let Some(place) = turn.progress.components.get_mut(place)
                && component.pricing.has_minimum()
            {
                place.spent += &spent;
            }
        }
        None => minimum::component(turn, &priced, &mut left.progress, (open, first))?,
    }
    minimum::count(turn, turn.subscription.place_of(&left), first);
    Ok(())
}

/// What was left unbilled is on record with the same component, where that goes on.
fn pass_on(turn: &mut BillingDate, left: &RemovedComponent, served: Period) {
    let place =
        twin(turn.subscription, left).and_then(|place| turn.progress.components.get_mut(place));
    if let Some(place) =
        place.filter(|progress| progress.from.is_none_or(|from| from <= served.start))
    {
        place.skip(served);
    }
}

/// The place of the same component as it is now.
fn twin(subscription: &Subscription, left: &RemovedComponent) -> Option<usize> {
    let plan = subscription.place_of(left)?;
    let skip: usize = subscription
        .pricings
        .iter()
        .take(plan)
        .map(|subscribed| subscribed.configurations.len())
        .sum();
    skip.checked_add(left.component)
}

/// The place of the same component with another configuration, where its minimum covers this too.
fn successor(
    subscription: &Subscription,
    left: &RemovedComponent,
    open: RunningPeriod,
) -> Option<usize> {
    let place = twin(subscription, left)?;
    let covers = |progress: &ComponentProgress| {
        progress.running.is_some_and(|running| running.asked().start <= open.asked().start)
    };
    subscription.progress.components.get(place).filter(|known| covers(known)).map(|_| place)
}

/// Whether the minimum of a plan that was taken off is asked for with this component: once, with
/// the first of its shortest.
fn asks(subscription: &Subscription, plan: &ProductPricing, left: &RemovedComponent) -> bool {
    if plan.minimum.is_none() || subscription.place_of(left).is_some() {
        return false;
    }
    let same =
        |other: &&RemovedComponent| other.pricing == left.pricing && other.since == left.since;
    let term = |left: &RemovedComponent| {
        plan.components.get(left.component).map(|component| component.term)
    };
    let others = subscription.progress.removed.iter().filter(same);
    let shortest = others.min_by_key(|left| term(left).map(|term| -monthly_factor(term)));
    shortest.is_some_and(|shortest| shortest.component == left.component)
}
