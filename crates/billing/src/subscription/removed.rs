//! Components that changes removed (`change/remove.rs`): the last period of each is billed with the
//! date that would have ended it, or with the end of the subscription.

use calendar::Period;

use crate::credit::units;
use crate::period::billing::BillingDate;
use crate::period::close::{close_period, last_part};
use crate::period::{
    BillingState, ComponentState, Priced, RemovedComponent, RunningPeriod, minimum, monthly_factor,
};
use crate::pricing::ChargeType;
use crate::refusal::Refusal;
use crate::subscription::state::Subscription;

/// Bills and forgets removed components that are due.
pub(crate) fn bill_removed(billing: &mut BillingDate) -> Result<(), Refusal> {
    let subscription = billing.subscription;
    let over = subscription.known_end().is_some_and(|end| end <= billing.at);
    let is_due = |removed: &&RemovedComponent| over || removed.due <= billing.at;
    let due: Vec<&RemovedComponent> = subscription.state.removed.iter().filter(is_due).collect();
    billing.state.removed.retain(|removed| !is_due(&removed));
    for removed in &due {
        bill_last(billing, removed)?;
    }
    for removed in due {
        let running = removed.state.progress.running.ok_or(Refusal::Mismatched)?;
        if asks(subscription, removed) {
            minimum::removed_pricing(billing, removed, running)?;
        }
    }
    Ok(())
}

/// The last period of one component.
fn bill_last(billing: &mut BillingDate, removed: &RemovedComponent) -> Result<(), Refusal> {
    let subscription = billing.subscription;
    let priced = Priced::removed(subscription, removed);
    let mut progress = removed.state.progress.clone();
    let running = progress.running.take().ok_or(Refusal::Mismatched)?;
    let Some(running) = last_part(subscription, &priced, running, billing.at) else {
        return Ok(());
    };
    let first = billing.lines.len();
    let mut line = close_period(billing.snapshot, &priced, &mut progress, running)?;
    if let Some(line) = &mut line {
        units::lower(billing.snapshot, &billing.lines, line)?;
    }
    if line.is_none() && priced.component.charge_type() == ChargeType::PostOnly {
        pass_on(&mut billing.state, removed, running.served());
    }
    billing.lines.extend(line);
    if billing.is_billed_elsewhere(&running)? {
        return Ok(());
    }
    match has_successor(subscription, removed, running) {
        true => {
            let advance = progress.advance_within(&running, subscription.terms.anchor.zone())?;
            let spent = minimum::billed_since(billing, first)
                + advance.map_or(money::Ratio::ZERO, |amount| amount.major());
            if let Some(state) = same(&mut billing.state, removed)
                && priced.component.pricing.has_minimum()
            {
                state.progress.spent += &spent;
            }
        }
        false => minimum::component(billing, &priced, &mut progress, (running, first))?,
    }
    let added = minimum::count(billing, first);
    if let Some(subscribed) = billing.state.pricing_of_mut(removed) {
        subscribed.count(&added);
    }
    Ok(())
}

/// What was left unbilled is on record with the same component, where that goes on.
fn pass_on(state: &mut BillingState, removed: &RemovedComponent, served: Period) {
    let goes_on = same(state, removed).map(|state| &mut state.progress);
    if let Some(progress) =
        goes_on.filter(|progress| progress.from.is_none_or(|from| from <= served.start))
    {
        progress.skip(served);
    }
}

/// The same component as it goes on.
fn same<'a>(
    state: &'a mut BillingState,
    removed: &RemovedComponent,
) -> Option<&'a mut ComponentState> {
    let mut components = state.pricing_of_mut(removed)?.components.iter_mut();
    components.find(|known| known.component.id == removed.state.component.id)
}

/// Whether the same component goes on with another configuration, and its minimum covers this
/// period too.
fn has_successor(
    subscription: &Subscription,
    removed: &RemovedComponent,
    last: RunningPeriod,
) -> bool {
    let subscribed = subscription.state.pricing_of(removed);
    let mut components = subscribed.into_iter().flat_map(|subscribed| &subscribed.components);
    let same = components.find(|known| known.component.id == removed.state.component.id);
    let running = same.and_then(|state| state.progress.running);
    running.is_some_and(|running| running.asked().start <= last.asked().start)
}

/// Whether the minimum of a pricing that was removed is asked for with this component: once, with
/// the first of its shortest.
fn asks(subscription: &Subscription, removed: &RemovedComponent) -> bool {
    let goes_on = subscription.state.pricing_of(removed).is_some();
    if removed.pricing.minimum.is_none() || goes_on {
        return false;
    }
    let same = |other: &&RemovedComponent| {
        other.pricing.id == removed.pricing.id && other.since == removed.since
    };
    let others = subscription.state.removed.iter().filter(same);
    let shortest = others.min_by_key(|removed| -monthly_factor(removed.state.component.term));
    shortest.is_some_and(|shortest| shortest.state.component.id == removed.state.component.id)
}
