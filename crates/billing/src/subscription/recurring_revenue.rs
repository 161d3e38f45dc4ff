//! What a subscription brings in a month, exactly: the full price of everything that recurs, after
//! the discounts that recur with it.

use std::sync::Arc;

use calendar::Timestamp;
use money::{Amount, Ratio};

use crate::fact::{Fact, FactType, SubscriptionFact};
use crate::invoice::{DiscountScope, Effect};
use crate::period::{
    ComponentState, Monthly, Recurring, SubscribedPricing, charge, monthly_factor,
};
use crate::pricing::{ChargeType, Component, Demand, Kind, ProductPricing};
use crate::refusal::Refusal;
use crate::subscription::discount::Discount;
use crate::subscription::lifecycle::{Behaviour, Movement};
use crate::subscription::state::{RecurringRevenue, Subscription};
use crate::work::Work;

/// Tells the worth of every subscription that an instant, or a command, changed, given its first
/// fact. One that was made just before is not valued in the past that it had then.
pub(crate) fn revalue(work: &mut Work, first: usize, at: Timestamp) {
    let (before, since) = work.facts.split_at(first.min(work.facts.len()));
    let made = |subscription: &Subscription| {
        let made = before.iter().filter(|fact| fact.kind() == FactType::SubscriptionCreated);
        made.filter_map(Fact::subscription).any(|id| *id == subscription.id)
    };
    let moved =
        |known: &&Arc<Subscription>| since.iter().any(|fact| moves(fact, known)) && !made(known);
    let valued = |each: &Arc<Subscription>| {
        // What cannot be computed is found, and parked, where it is billed.
        let revenue = worth(each, at).ok().filter(|revenue| *revenue != each.recurring_revenue)?;
        let by = revenue.mrr.checked_sub(each.recurring_revenue.mrr).ok()?;
        let movement = movement(each, revenue, by);
        Some(Fact::Subscription {
            subscription: each.id.clone(),
            at,
            fact: SubscriptionFact::Valued { revenue, movement, by },
        })
    };
    let facts = work.snapshot.subscriptions.iter().filter(moved).filter_map(valued).collect();
    work.tell_all(facts);
}

/// What a move of the monthly value is called.
fn movement(subscription: &Subscription, revenue: RecurringRevenue, by: Amount) -> Movement {
    match (subscription.recurring_revenue.mrr.is_zero(), revenue.mrr.is_zero()) {
        (false, true) => Movement::Churn,
        (true, false) if subscription.lifecycle.valued => Movement::Reactivation,
        (true, false) => Movement::New,
        _ if by.is_negative() => Movement::Contraction,
        _ => Movement::Expansion,
    }
}

/// Whether a fact may change what a subscription is worth: a billing date does only where prices
/// are scheduled.
fn moves(fact: &Fact, subscription: &Subscription) -> bool {
    let fact = match fact {
        Fact::Subscription { subscription: id, fact, .. } if *id == subscription.id => fact,
        Fact::Subscription { .. } | Fact::Invoice { .. } | Fact::Credit { .. } => return false,
    };
    fact.may_revalue(subscription)
}

/// Monthly and yearly value at an instant; nothing unless the subscription is live and paid for.
pub(crate) fn worth(
    subscription: &Subscription,
    at: Timestamp,
) -> Result<RecurringRevenue, Refusal> {
    let zero = Amount::zero(subscription.terms.currency);
    let waived =
        subscription.lifecycle.pause.is_some_and(|pause| pause.behaviour == Behaviour::Void);
    if !subscription.is_live() || subscription.lifecycle.trial.is_some() || waived {
        return Ok(RecurringRevenue { mrr: zero, arr: zero });
    }
    let mut parts = Vec::new();
    for (subscribed, state) in subscription.state.components() {
        parts.extend(part(subscription, (subscribed, state), at)?);
    }
    let mut discounts: Vec<&Discount> =
        subscription.discounts.iter().filter(|discount| discount.holds(at)).collect();
    discounts.sort_by_key(|known| turn(known));
    for discount in discounts {
        apply(discount, &mut parts);
    }
    let monthly = Monthly::of(parts.iter().map(|part| &part.recurring));
    Ok(RecurringRevenue {
        mrr: monthly.mrr(subscription.terms.currency)?,
        arr: monthly.arr(subscription.terms.currency)?,
    })
}

/// One component and the value of a term of it.
struct Part<'a> {
    pricing: &'a ProductPricing,
    component: &'a Component,
    units: Ratio,
    recurring: Recurring,
}

/// The full price of a period at its present place in a schedule; usage that is not bought
/// beforehand counts nothing.
fn part<'a>(
    subscription: &Subscription,
    (subscribed, state): (&'a SubscribedPricing, &'a ComponentState),
    at: Timestamp,
) -> Result<Option<Part<'a>>, Refusal> {
    let ComponentState { component, configuration, .. } = state;
    if component.kind == Kind::Usage && component.charge_type() == ChargeType::PostOnly {
        return Ok(None);
    }
    let period = match component.pricing.pricing_type {
        charge::SCHEDULED => reached(subscription, subscribed, component, at)?,
        _ => 0,
    };
    let known = component.known(configuration);
    let demand = charge::demand(component, configuration, known, calendar::Share::FULL);
    let charge = component.pricing.charge(&Demand { period, ..demand })?;
    let recurring = Recurring { value: charge.exact, term: component.term };
    Ok(Some(Part { pricing: &subscribed.pricing, component, units: known.clone(), recurring }))
}

/// How many full periods of a component are over.
fn reached(
    subscription: &Subscription,
    subscribed: &SubscribedPricing,
    component: &Component,
    at: Timestamp,
) -> Result<usize, Refusal> {
    let grid = subscription.grid(component.term)?;
    let first = grid.index_at(grid.next_boundary_from(subscribed.since)?)?;
    charge::periods_since(first, grid.index_at(at)?)
}

/// Takes a discount off the parts it reaches, in proportion.
fn apply(discount: &Discount, parts: &mut [Part]) {
    let within = |part: &Part| reaches(&discount.scope, part) && part.recurring.value.is_positive();
    let left: Ratio = parts.iter().filter(|part| within(part)).map(|p| p.recurring.monthly()).sum();
    let terms = parts.iter().filter(|part| within(part)).map(|part| part.component.term);
    // An amount is given once for each billing date: those of the shortest frequency.
    let Some(often) = terms.map(monthly_factor).max() else { return };
    let wanted = match &discount.effect {
        Effect::Percent(percent) => &left * percent,
        Effect::Amount { amount, .. } => amount.major() * &often,
        Effect::PerUnit(amount) => parts
            .iter()
            .filter(|part| within(part))
            .map(|part| {
                let off = amount.major() * &part.units * monthly_factor(part.component.term);
                off.min(part.recurring.monthly())
            })
            .sum(),
    };
    let capped = match discount.cap {
        Some(cap) => wanted.min(cap.major() * &often),
        None => wanted,
    };
    let off = capped.min(left.clone()).or_zero();
    let Some(off) = off.checked_div(&left) else { return };
    for part in parts.iter_mut().filter(|part| within(part)) {
        part.recurring = part.recurring.less(&off);
    }
}

fn reaches(scope: &DiscountScope, part: &Part) -> bool {
    match scope {
        DiscountScope::OneTime(_) => false,
        DiscountScope::ItemPricing(id) => *part.component.id == **id,
        DiscountScope::ProductPricing(id) => *part.pricing.id == **id,
        DiscountScope::Product(id) => *part.pricing.product == **id,
        DiscountScope::Anything => true,
    }
}

/// The order of the invoice: narrow scopes, then percents, then age.
fn turn(discount: &Discount) -> (u8, bool, Timestamp) {
    let scope = match discount.scope {
        DiscountScope::OneTime(_) => 0,
        DiscountScope::ItemPricing(_) => 1,
        DiscountScope::ProductPricing(_) => 2,
        DiscountScope::Product(_) => 3,
        DiscountScope::Anything => 4,
    };
    (scope, !matches!(discount.effect, Effect::Percent(_)), discount.created)
}
