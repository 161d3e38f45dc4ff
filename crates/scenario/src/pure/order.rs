//! A new subscription in words as a command of the core.

use std::sync::Arc;

use billing::command::{Command, Subscribe, Wanted};
use billing::invoice::{DiscountScope, Effect};
use billing::pricing::{
    Component, Configuration, Overrides, ProductPricing, QuantityBounds, Setting,
};
use billing::subscription::{DiscountDetails, NewDiscount};
use calendar::{Anchor, Grid, Timestamp, Zone};
use money::{Amount, Currency, Price, Quantity, Ratio};

use super::change;
use super::charge::bought;
use crate::action::{Off, OffScope, Order, Subscribing, TrialEnd};
use crate::parse::{amount, percent};

pub fn subscribe(
    plans: &[Arc<ProductPricing>],
    subscribing: &Subscribing,
    (now, zone): (Timestamp, &Zone),
) -> Result<Command, String> {
    let wanted = subscribing.orders.iter().map(|order| order_of(plans, order));
    let wanted: Vec<Wanted> = wanted.collect::<Result<_, _>>()?;
    let currency = wanted.first().ok_or("nothing is ordered")?.pricing.currency;
    let minimum = subscribing.minimum.as_deref().map(|value| amount(value, currency));
    let discounts = subscribing.offs.iter().map(|off| discount(off, currency));
    let changes = subscribing.changes.iter().map(|entry| change::scheduled(plans, entry));
    Ok(Command::Subscribe(Box::new(Subscribe {
        start: subscribing.from,
        end: subscribing.until,
        anchor: subscribing.anchor,
        renewal: subscribing.renewal,
        term: subscribing.term,
        auto_renews: !subscribing.not_renewing,
        auto_charges: subscribing.charged,
        past_invoices: subscribing.past_invoices,
        due_days: subscribing.due_days,
        grace: subscribing.grace,
        minimum: minimum.transpose()?,
        discounts: discounts.collect::<Result<_, _>>()?,
        changes: changes.collect::<Result<_, _>>()?,
        onetime_items: bought(plans, &subscribing.once)?,
        trial: trial_end(subscribing, subscribing.from.unwrap_or(now), zone)?,
        ..Subscribe::to(subscribing.customer.as_str(), wanted)
    })))
}

fn trial_end(
    subscribing: &Subscribing,
    start: Timestamp,
    zone: &Zone,
) -> Result<Option<Timestamp>, String> {
    match subscribing.trial {
        None => Ok(None),
        Some(TrialEnd::On(date)) => Ok(Some(date)),
        Some(TrialEnd::After(term)) => {
            let grid = Grid::new(Anchor::new(start, zone.clone()), term);
            let end = grid.and_then(|grid| grid.boundary(1)).map_err(|error| error.to_string())?;
            Ok(Some(end))
        }
    }
}

pub(super) fn order_of(plans: &[Arc<ProductPricing>], order: &Order) -> Result<Wanted, String> {
    let (plan, settings) = settings(plans, order)?;
    let one = || Configuration::default().licences;
    let config = |setting: &Setting| setting.config(setting.licences.clone().unwrap_or_else(one));
    let configs = settings.iter().map(config).collect();
    let bounds = settings.into_iter().map(|setting| setting.bounds).collect();
    Ok(Wanted { pricing: plan, configurations: configs, bounds })
}

/// What is said of each component of a pricing.
pub(super) fn settings(
    plans: &[Arc<ProductPricing>],
    order: &Order,
) -> Result<(Arc<ProductPricing>, Vec<Setting>), String> {
    let plan = plans.iter().find(|plan| *plan.id == *order.pricing);
    let plan = plan.ok_or_else(|| format!("there is no pricing {}", order.pricing))?;
    let quantity = |ratio: &Option<Ratio>| {
        let known = ratio.clone().map(Quantity::new).transpose();
        known.map_err(|error| error.to_string())
    };
    let (units, maximum) = (quantity(&order.units)?, quantity(&order.most)?);
    let price = order.price.clone().map(Price::new).transpose();
    let price_per_unit = price.map_err(|error| error.to_string())?;
    let overrides = Overrides { price_per_unit, tiers: Vec::new() };
    let setting = |component: &Arc<Component>| {
        let nothing = Setting { licences: None, ..Configuration::default().into() };
        let prepaid = units.clone().filter(|quantity| *quantity.ratio() != Ratio::ONE);
        match component.metric.is_some() {
            true if plan.components.len() == 1 => {
                let minimum_units = prepaid.unwrap_or_default();
                Setting { minimum_units, overrides: overrides.clone(), ..nothing }
            }
            true => nothing,
            false => Setting {
                licences: units.clone(),
                overrides: overrides.clone(),
                bounds: QuantityBounds { maximum: maximum.clone(), ..QuantityBounds::default() },
                ..nothing
            },
        }
    };
    Ok((plan.clone(), plan.components.iter().map(setting).collect()))
}

pub(super) fn discount(off: &Off, currency: Currency) -> Result<NewDiscount, String> {
    let effect = match (off.value.ends_with('%'), off.per_unit) {
        (true, _) => Effect::Percent(percent(&off.value)?),
        (false, true) => Effect::PerUnit(amount(&off.value, currency)?),
        (false, false) => {
            let used = Amount::zero(currency);
            Effect::Amount { amount: amount(&off.value, currency)?, used }
        }
    };
    let scope = match &off.of {
        Some(OffScope::Pricing(pricing)) => DiscountScope::ProductPricing(pricing.clone()),
        Some(OffScope::Component(pricing, name)) => {
            DiscountScope::ItemPricing(format!("{pricing}/{name}"))
        }
        Some(OffScope::Product(product)) => DiscountScope::Product(product.clone()),
        Some(OffScope::Charge(charge)) => DiscountScope::OneTimeCharge(charge.clone()),
        None => DiscountScope::Anything,
    };
    let cap = off.at_most.as_deref().map(|value| amount(value, currency)).transpose()?;
    let details = DiscountDetails::default();
    Ok(NewDiscount { name: off.name.clone(), scope, effect, cap, expires: off.until, details })
}
