//! The body of a discount, from the words of a scenario.

use money::Currency;
use serde_json::{Value, json};

use super::bodies::{Sold, add, instant, money, named, number};
use crate::action::{Off, OffScope};
use crate::parse::{amount, percent};

pub(super) fn discount(off: &Off, currency: Currency, sold: &[Sold]) -> Result<Value, String> {
    let mut body = json!({ "name": off.name });
    match off.value.ends_with('%') {
        true => body["percent"] = number(&percent(&off.value)?.to_string()),
        false => body["amount"] = money(amount(&off.value, currency)?),
    }
    add(&mut body, "type", off.per_unit.then(|| json!("DISCOUNT_AMOUNT_PER_UNIT")));
    match &off.of {
        None => {}
        Some(OffScope::Pricing(pricing)) => {
            body["product_pricing_id"] = json!(named(sold, pricing)?.id);
        }
        Some(OffScope::Component(pricing, name)) => {
            let mut prices = named(sold, pricing)?.prices.iter();
            let found = prices.find(|(known, _)| known == name);
            let (_, id) = found.ok_or_else(|| format!("{pricing} has no component {name}"))?;
            body["item_pricing_id"] = json!(id);
        }
        Some(OffScope::Product(name)) => {
            let found = sold.iter().map(|sold| &sold.product).find(|(known, _)| known == name);
            let (_, id) = found.ok_or_else(|| format!("there is no product {name}"))?;
            body["product_id"] = json!(id);
        }
        Some(OffScope::Charge(id)) => body["onetime_billable_id"] = json!(id),
    }
    let cap = off.at_most.as_deref().map(|value| amount(value, currency)).transpose()?;
    add(&mut body, "cap", cap.map(money));
    add(&mut body, "expiration_date", off.until.map(instant));
    Ok(body)
}
