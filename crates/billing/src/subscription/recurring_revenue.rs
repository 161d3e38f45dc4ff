//! What a subscription brings in a month, exactly: the full price of everything that recurs, after
//! the discounts that recur with it.

use std::sync::Arc;

use calendar::Timestamp;
use money::{Amount, Ratio};

use crate::fact::{Fact, FactType, SubscriptionFact};
use crate::invoice::{DiscountScope, Effect};
use crate::period::{
    ComponentState, Monthly, MonthlyParts, Recurring, SubscribedPricing, charge, monthly_factor,
};
use crate::pricing::{ChargeType, Component, Demand, Kind, ProductPricing};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::discount::Discount;
use crate::subscription::lifecycle::{Behaviour, Movement};
use crate::subscription::state::{RecurringRevenue, Subscription};
use crate::work::Work;

/// Tells the recurring revenue of every subscription that an instant, or a command, changed, given
/// its first fact. One that was made just before is not valued in the past that it had then.
pub(crate) fn revalue(work: &mut Work, first: usize, at: Timestamp) {
    let (before, since) = work.facts.split_at(first.min(work.facts.len()));
    let made = |subscription: &Subscription| {
        let made = before.iter().filter(|fact| fact.kind() == FactType::SubscriptionCreated);
        made.filter_map(Fact::subscription).any(|id| *id == subscription.id)
    };
    let moved =
        |known: &&Arc<Subscription>| since.iter().any(|fact| moves(fact, known)) && !made(known);
    let valued = |each: &Arc<Subscription>| valued(&work.snapshot, each, at);
    let facts = work.snapshot.subscriptions.iter().filter(moved).filter_map(valued).collect();
    work.tell_all(facts);
}

/// Tells the recurring revenue that objects changed which came, went or became others.
pub(crate) fn count_objects(work: &mut Work, at: Timestamp) {
    let counts = |known: &&Arc<Subscription>| {
        known.state.components().any(|(_, state)| state.component.counts_objects)
    };
    let valued = |each: &Arc<Subscription>| valued(&work.snapshot, each, at);
    let facts = work.snapshot.subscriptions.iter().filter(counts).filter_map(valued).collect();
    work.tell_all(facts);
}

/// The recurring revenue of a subscription, where it is another than is known.
fn valued(snapshot: &Snapshot, each: &Arc<Subscription>, at: Timestamp) -> Option<Fact> {
    // What cannot be computed is found, and parked, where it is billed.
    let revenue = computed(snapshot, each, at).ok();
    let revenue = revenue.filter(|revenue| *revenue != each.recurring_revenue)?;
    let by = revenue.mrr.checked_sub(each.recurring_revenue.mrr).ok()?;
    let movement = movement(each, revenue, by);
    let fact = SubscriptionFact::Valued { revenue, movement, by };
    Some(Fact::Subscription { subscription: each.id.clone(), at, fact })
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

/// Whether a fact may change recurring revenue: a billing date does only where prices
/// are scheduled.
fn moves(fact: &Fact, subscription: &Subscription) -> bool {
    let fact = match fact {
        Fact::Subscription { subscription: id, fact, .. } if *id == subscription.id => fact,
        Fact::Subscription { .. }
        | Fact::Invoice { .. }
        | Fact::Credit { .. }
        | Fact::OneTime { .. } => return false,
    };
    fact.may_revalue(subscription)
}

/// Monthly and yearly value at an instant; nothing unless the subscription is live and paid for.
pub(crate) fn computed(
    snapshot: &Snapshot,
    subscription: &Subscription,
    at: Timestamp,
) -> Result<RecurringRevenue, Refusal> {
    let zero = Amount::zero(subscription.terms.currency);
    let waived =
        subscription.lifecycle.pause.is_some_and(|pause| pause.behaviour == Behaviour::Void);
    if !subscription.is_live() || subscription.lifecycle.trial.is_some() || waived {
        return Ok(RecurringRevenue { mrr: zero, arr: zero });
    }
    let monthly = monthly(snapshot, subscription, at)?;
    Ok(RecurringRevenue {
        mrr: monthly.mrr(subscription.terms.currency)?,
        arr: monthly.arr(subscription.terms.currency)?,
    })
}

/// The exact value of a month of everything that recurs, whether or not it is paid for yet.
pub(crate) fn monthly(
    snapshot: &Snapshot,
    subscription: &Subscription,
    at: Timestamp,
) -> Result<Monthly, Refusal> {
    let mut parts: Vec<Part> = Vec::new();
    for (subscribed, state) in subscription.state.components() {
        parts.extend(part((snapshot, subscription), (subscribed, state), at)?);
    }
    let mut discounts: Vec<&Discount> =
        subscription.discounts.iter().filter(|discount| discount.holds(at)).collect();
    discounts.sort_by_key(|known| rank(known));
    let mut left = MonthlyParts::of(parts.iter().map(|part| part.monthly.clone()));
    for discount in discounts {
        apply(discount, &parts, &mut left);
    }
    Ok(left.monthly())
}

/// One component and the value of a month of it, before discounts.
struct Part<'a> {
    pricing: &'a ProductPricing,
    component: &'a Component,
    units: Ratio,
    monthly: Ratio,
}

/// The full price of a period at its present place in a schedule; usage that is not bought
/// beforehand counts nothing, objects count that are there.
fn part<'a>(
    (snapshot, subscription): (&Snapshot, &Subscription),
    (subscribed, state): (&'a SubscribedPricing, &'a ComponentState),
    at: Timestamp,
) -> Result<Option<Part<'a>>, Refusal> {
    let ComponentState { component, configuration, .. } = state;
    let counts = component.counts_objects;
    if component.kind == Kind::Usage && component.charge_type() == ChargeType::PostOnly && !counts {
        return Ok(None);
    }
    let period = match component.pricing.pricing_type {
        charge::SCHEDULED => reached(subscription, subscribed, component, at)?,
        _ => 0,
    };
    let units = match counts {
        true => charge::alive(snapshot, subscription, component, at)?,
        false => component.known(configuration).clone(),
    };
    let demand = charge::demand(component, configuration, &units, calendar::Share::FULL);
    let charge = component.pricing.charge(&Demand { period, ..demand })?;
    let monthly = Recurring { value: charge.exact, term: component.term }.monthly();
    Ok(Some(Part { pricing: &subscribed.pricing, component, units, monthly }))
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
fn apply(discount: &Discount, parts: &[Part], left: &mut MonthlyParts) {
    let within = |place: usize| {
        let part = parts.get(place);
        part.is_some_and(|part| reaches(&discount.scope, part) && part.monthly.is_positive())
    };
    if let Some(rest) = rest(discount, parts, left, within) {
        left.lower(&rest, within);
    }
}

/// The part of what it reaches that a discount leaves; none where it takes nothing.
fn rest(
    discount: &Discount,
    parts: &[Part],
    left: &MonthlyParts,
    within: impl Fn(usize) -> bool,
) -> Option<Ratio> {
    if let (Effect::Percent(percent), None) = (&discount.effect, discount.cap) {
        return Some(Ratio::ONE - percent);
    }
    let sum = left.sum(&within);
    let reached = || parts.iter().enumerate().filter(|(place, _)| within(*place));
    // An amount is given once for each billing date: those of the shortest frequency.
    let often = reached().map(|(_, part)| monthly_factor(part.component.term)).max()?;
    let wanted = match &discount.effect {
        Effect::Percent(percent) => &sum * percent,
        Effect::Amount { amount, .. } => amount.major() * &often,
        Effect::PerUnit(amount) => reached()
            .map(|(place, part)| {
                let off = amount.major() * &part.units * monthly_factor(part.component.term);
                off.min(left.left(place))
            })
            .sum(),
    };
    let capped = match discount.cap {
        Some(cap) => wanted.min(cap.major() * &often),
        None => wanted,
    };
    let off = capped.min(sum.clone()).or_zero();
    Some(Ratio::ONE - off.checked_div(&sum)?)
}

fn reaches(scope: &DiscountScope, part: &Part) -> bool {
    match scope {
        DiscountScope::OneTime(_) | DiscountScope::OneTimeCharge(_) => false,
        DiscountScope::ItemPricing(id) => *part.component.id == **id,
        DiscountScope::ProductPricing(id) => *part.pricing.id == **id,
        DiscountScope::Product(id) => *part.pricing.product == **id,
        DiscountScope::Anything => true,
    }
}

/// The order of the invoice: narrow scopes, then percents, then age.
pub(crate) fn rank(discount: &Discount) -> (u8, bool, Timestamp) {
    let scope = match discount.scope {
        DiscountScope::OneTime(_) | DiscountScope::OneTimeCharge(_) => 0,
        DiscountScope::ItemPricing(_) => 1,
        DiscountScope::ProductPricing(_) => 2,
        DiscountScope::Product(_) => 3,
        DiscountScope::Anything => 4,
    };
    (scope, !matches!(discount.effect, Effect::Percent(_)), discount.created)
}
