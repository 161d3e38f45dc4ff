//! The body of one-time charges, from the words of a scenario.

use money::Currency;
use serde_json::{Value, json};

use super::bodies::{Sold, add, instant, money, named, number};
use super::discounts::discount;
use crate::action::{CUSTOM, Charging, Once, OncePrice};

pub(super) fn charge(wanted: &Charging, customer: &str, sold: &[Sold]) -> Result<Value, String> {
    let (items, currency) = bought(&wanted.items, sold)?;
    let currency = currency.ok_or("nothing is charged")?;
    let discounts = wanted.offs.iter().map(|off| discount(off, currency, sold));
    let mut body = json!({
        "customer_id": customer,
        "onetime_items": items,
        "type": if wanted.next { "NEXT" } else { "IMMEDIATE" },
        "auto_charges": wanted.charged,
        "discounts": discounts.collect::<Result<Vec<Value>, _>>()?,
    });
    add(&mut body, "invoice_date", wanted.on.map(instant));
    add(&mut body, "invoice_due_date_from_creation", wanted.due_days.map(|days| json!(days)));
    Ok(body)
}

/// What is bought once, by itself or beside a subscription, and the currency of the first.
pub(super) fn bought(
    items: &[Once],
    sold: &[Sold],
) -> Result<(Vec<Value>, Option<Currency>), String> {
    let mut currency = None;
    let items = items.iter().map(|once| {
        let mut item = json!({ "aggregate": number(&once.units.to_string()) });
        match &once.price {
            OncePrice::Pricing(name) => {
                let sold = named(sold, name)?;
                currency.get_or_insert(sold.currency);
                item["product_pricing_id"] = json!(sold.id);
            }
            OncePrice::Custom(amount) => {
                currency.get_or_insert(amount.currency);
                item["custom_price"] = json!({ "amount": money(*amount), "description": CUSTOM });
            }
        }
        Ok(item)
    });
    let items: Vec<Value> = items.collect::<Result<_, String>>()?;
    Ok((items, currency))
}
