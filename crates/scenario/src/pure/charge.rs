//! One-time charges in words as a command of the core.

use std::sync::Arc;

use billing::command::{AskOneTime, AskOneTimes, Command};
use billing::one_time::OneTimePrice;
use billing::pricing::ProductPricing;
use money::{Currency, Quantity};

use super::order::discount;
use crate::action::{CUSTOM, Charging, Once, OncePrice};

pub(super) fn charge(plans: &[Arc<ProductPricing>], wanted: &Charging) -> Result<Command, String> {
    let items = wanted.items.iter().map(|once| item(plans, once));
    let items: Vec<(AskOneTime, Currency)> = items.collect::<Result<_, _>>()?;
    let currency = items.first().ok_or("nothing is charged")?.1;
    let discounts = wanted.offs.iter().map(|off| discount(off, currency));
    Ok(Command::ChargeOnce(Box::new(AskOneTimes {
        items: items.into_iter().map(|(item, _)| item).collect(),
        currency,
        next: wanted.next,
        at: wanted.on,
        auto_charges: wanted.charged,
        due_days: wanted.due_days,
        discounts: discounts.collect::<Result<_, _>>()?,
    })))
}

fn item(plans: &[Arc<ProductPricing>], once: &Once) -> Result<(AskOneTime, Currency), String> {
    let quantity = Quantity::new(once.units.clone()).map_err(|error| error.to_string())?;
    let (price, currency) = match &once.price {
        OncePrice::Pricing(name) => {
            let plan = plans.iter().find(|plan| plan.name == *name);
            let plan = plan.ok_or_else(|| format!("there is no pricing {name}"))?;
            (OneTimePrice::Pricing(plan.clone()), plan.currency)
        }
        OncePrice::Custom(amount) => {
            let (amount, name) = (*amount, CUSTOM.to_owned());
            (OneTimePrice::Custom { amount, name, product: None }, amount.currency)
        }
    };
    Ok((AskOneTime { price, quantity, sort_order: None }, currency))
}
