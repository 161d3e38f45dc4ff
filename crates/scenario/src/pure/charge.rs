//! What is asked of a customer and not of a subscription, in words, as a command of the core:
//! one-time charges, and taking over who was managed elsewhere.

use std::sync::Arc;

use billing::command::{AskOneTimes, Command};
use billing::one_time::{OneTimeItem, OneTimePrice};
use billing::pricing::ProductPricing;
use money::Quantity;

use super::PureWorld;
use super::command::handle;
use super::order::discount;
use crate::action::{CUSTOM, Charging, Once, OncePrice};

fn charge(plans: &[Arc<ProductPricing>], wanted: &Charging) -> Result<AskOneTimes, String> {
    let items = bought(plans, &wanted.items)?;
    let currency = items.first().ok_or("nothing is charged")?.price.currency();
    let discounts = wanted.offs.iter().map(|off| discount(off, currency));
    Ok(AskOneTimes {
        customer: wanted.customer.as_str().into(),
        items,
        currency,
        next: wanted.next,
        at: wanted.on,
        auto_charges: wanted.charged,
        due_days: wanted.due_days,
        discounts: discounts.collect::<Result<_, _>>()?,
    })
}

/// What is bought once, by itself or beside a subscription.
pub(super) fn bought(
    plans: &[Arc<ProductPricing>],
    items: &[Once],
) -> Result<Vec<OneTimeItem>, String> {
    items.iter().map(|once| item(plans, once)).collect()
}

fn item(plans: &[Arc<ProductPricing>], once: &Once) -> Result<OneTimeItem, String> {
    let quantity = Quantity::new(once.units.clone()).map_err(|error| error.to_string())?;
    let price = match &once.price {
        OncePrice::Pricing(name) => {
            let plan = plans.iter().find(|plan| *plan.id == **name);
            let plan = plan.ok_or_else(|| format!("there is no pricing {name}"))?;
            OneTimePrice::Pricing(plan.clone())
        }
        OncePrice::Custom(amount) => {
            let (amount, name) = (*amount, CUSTOM.to_owned());
            OneTimePrice::Custom { amount, name, product: None }
        }
    };
    Ok(OneTimeItem { price, quantity, sort_order: None })
}

impl PureWorld {
    /// One-time charges, with whoever they are billed to.
    pub(super) fn charged(&self, wanted: &Charging) -> Result<(usize, Command), String> {
        let command = charge(&self.plans, wanted)?;
        let place = self.sells_to(&wanted.customer, (command.next, command.currency))?;
        Ok((place, Command::ChargeOnce(Box::new(command))))
    }

    /// A one-time charge that is dropped.
    pub(super) fn dropped(&self, name: &str) -> Result<(usize, Command), String> {
        let id = handle(name)?;
        let place = self.customers.iter().position(|known| known.one_time(&id).is_some());
        Ok((place.ok_or_else(|| format!("there is no {name}"))?, Command::DropOneTime(id)))
    }

    /// A customer is managed here from now on; the command says what that makes of what runs. False
    /// where it was before.
    pub(super) fn manage(&mut self, place: usize) -> bool {
        let Some(snapshot) = self.customers.get_mut(place) else { return false };
        let elsewhere = snapshot.payer.managed_externally;
        for customer in snapshot.customers.iter_mut().chain([&mut snapshot.payer]) {
            Arc::make_mut(customer).managed_externally = false;
        }
        elsewhere
    }
}
