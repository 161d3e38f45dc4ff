//! What a contract offers, line by line, as its document lists it: what recurs, at the price of a
//! full period, and what is bought once.

use std::sync::Arc;

use calendar::{Share, Term};
use money::{Amount, Ratio, Rounding};

use crate::invoice::{DiscountScope, Effect};
use crate::one_time::{OneTimeItem, OneTimePrice, lines};
use crate::period::charge::demand;
use crate::pricing::Kind;
use crate::refusal::Refusal;
use crate::subscription::recurring_revenue::rank;
use crate::subscription::{Discount, Subscription};

/// Everything that is offered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Quote {
    pub recurring: Vec<QuoteLine>,
    pub once: Vec<QuoteOnce>,
}

/// A component and what a full period of it costs, before discounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuoteLine {
    pub pricing: Arc<str>,
    pub name: String,
    pub term: Term,
    /// Absent where usage decides.
    pub units: Option<Ratio>,
    pub amount: Option<Amount>,
}

/// Something that is bought once, after discounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuoteOnce {
    pub name: String,
    pub units: Ratio,
    pub amount: Amount,
}

/// What a subscription, where there is one, and items that are bought once come to.
pub fn quote(
    subscription: Option<&Subscription>,
    items: &[OneTimeItem],
    discounts: &[Discount],
) -> Result<Quote, Refusal> {
    let recurring = subscription.map(recurring).transpose()?.unwrap_or_default();
    Ok(Quote { recurring, once: once(items, discounts, subscription.is_none())? })
}

impl Quote {
    /// What is bought once, altogether.
    pub fn once_total(&self, none: Amount) -> Result<Amount, Refusal> {
        let mut sum = none;
        for line in &self.once {
            sum = sum.checked_add(line.amount)?;
        }
        Ok(sum)
    }
}

fn recurring(subscription: &Subscription) -> Result<Vec<QuoteLine>, Refusal> {
    let mut all = Vec::new();
    for (subscribed, state) in subscription.state.components() {
        let component = &state.component;
        let known = component.known(&state.configuration);
        let metered = component.kind == Kind::Usage && known.is_zero();
        let wanted = demand(component, &state.configuration, known, Share::FULL);
        let amount = match metered {
            true => None,
            false => {
                let exact = component.pricing.charge(&wanted)?.exact;
                Some(exact.to_minor(subscription.terms.currency, Rounding::HalfAwayFromZero)?)
            }
        };
        all.push(QuoteLine {
            pricing: Arc::from(subscribed.pricing.id.as_ref()),
            name: match subscribed.pricing.components.len() > 1 {
                true => format!("{}, {}", subscribed.pricing.name, component.name),
                false => subscribed.pricing.name.clone(),
            },
            term: component.term,
            units: (!metered).then(|| known.clone()),
            amount,
        });
    }
    Ok(all)
}

/// What items cost, each less the discounts that are for it. Those without a scope are for
/// everything only where nothing recurs.
fn once(
    items: &[OneTimeItem],
    discounts: &[Discount],
    alone: bool,
) -> Result<Vec<QuoteOnce>, Refusal> {
    let mut left = Vec::with_capacity(items.len());
    for item in items {
        left.push(lines::total(item)?);
    }
    let mut sorted: Vec<&Discount> = discounts.iter().collect();
    sorted.sort_by_key(|discount| rank(discount));
    for discount in sorted {
        let reached: Vec<usize> = (0..items.len())
            .filter(|place| items.get(*place).is_some_and(|item| reaches(discount, item, alone)))
            .collect();
        take(discount, items, &mut left, &reached);
    }
    let line = |(item, left): (&OneTimeItem, Ratio)| {
        let currency = item.price.currency();
        Ok(QuoteOnce {
            name: match &item.price {
                OneTimePrice::Pricing(pricing) => pricing.name.clone(),
                OneTimePrice::Custom { name, .. } => name.clone(),
            },
            units: item.quantity.ratio().clone(),
            amount: left.to_minor(currency, Rounding::HalfAwayFromZero)?,
        })
    };
    items.iter().zip(left).map(line).collect()
}

/// Takes a discount off what it reaches, in proportion.
fn take(discount: &Discount, items: &[OneTimeItem], left: &mut [Ratio], reached: &[usize]) {
    let value = |place: &usize| left.get(*place).cloned().unwrap_or_default();
    let sum: Ratio = reached.iter().map(value).sum();
    let wanted = match &discount.effect {
        Effect::Percent(percent) => &sum * percent,
        Effect::Amount { amount, .. } => amount.major(),
        Effect::PerUnit(amount) => {
            let units = reached.iter().filter_map(|place| items.get(*place));
            units.map(|item| amount.major() * item.quantity.ratio()).sum()
        }
    };
    let capped = discount.cap.map_or(wanted.clone(), |cap| wanted.min(cap.major()));
    let Some(part) = capped.min(sum.clone()).checked_div(&sum) else { return };
    let rest = Ratio::ONE - part;
    for place in reached {
        if let Some(value) = left.get_mut(*place) {
            *value = &*value * &rest;
        }
    }
}

fn reaches(discount: &Discount, item: &OneTimeItem, alone: bool) -> bool {
    match (&discount.scope, &item.price) {
        (DiscountScope::Anything, _) => alone,
        (DiscountScope::OneTime(_) | DiscountScope::OneTimeCharge(_), _) => alone,
        (DiscountScope::ItemPricing(id), OneTimePrice::Pricing(pricing)) => {
            pricing.components.iter().any(|component| *component.id == **id)
        }
        (DiscountScope::ProductPricing(id), OneTimePrice::Pricing(pricing)) => *pricing.id == **id,
        (DiscountScope::Product(id), OneTimePrice::Pricing(pricing)) => *pricing.product == **id,
        (DiscountScope::Product(id), OneTimePrice::Custom { product, .. }) => {
            product.as_ref().is_some_and(|product| **product == **id)
        }
        (
            DiscountScope::ItemPricing(_) | DiscountScope::ProductPricing(_),
            OneTimePrice::Custom { .. },
        ) => false,
    }
}
