//! Requests that are dear by what is bought: many pricings, components, tiers and discounts.

use serde_json::{Value, json};

use super::Prepared;
use super::catalog::{
    Wide, customer, discounts, invoices, pricings, product, subscribed, subscription,
};
use crate::compare::caller::Caller;
use crate::outcome::{Outcome, broken};

/// What a subscription can have at most: 2,000 components and 1,000 tiers.
const PRICINGS: usize = 100;
const WIDE: Wide = Wide { components: 20, tiered: 2, tiers: 5, frequency: "MONTH" };
/// So many config items a body can have.
const CONFIGS: usize = 1_000;

pub fn pricing<'c>(caller: &'c Caller<'c>) -> Outcome<Prepared<'c>> {
    let wide = Wide { components: 1_000, tiered: 1_000, tiers: 1, frequency: "MONTH" };
    let body = wide.body(&product(caller)?);
    Ok(Box::new(move |_| Ok((caller.request("POST", "/pricing", &body), 200))))
}

pub fn bundle<'c>(caller: &'c Caller<'c>) -> Outcome<Prepared<'c>> {
    let ids = pricings(caller, PRICINGS, WIDE)?;
    let body = json!({ "name": "All", "product_pricing_ids": ids });
    Ok(Box::new(move |_| Ok((caller.request("POST", "/bundles", &body), 200))))
}

pub fn subscription_of(customer: &str, ids: &[String]) -> Value {
    let mut body = subscription(customer, ids, 40);
    body["discounts"] = json!(discounts());
    body["minimum_spend"] = json!({ "currency": "EUR", "value_in_cents": 100_000_000 });
    body
}

pub fn wide<'c>(caller: &'c Caller<'c>) -> Outcome<Prepared<'c>> {
    let ids = pricings(caller, PRICINGS, WIDE)?;
    Ok(Box::new(move |round| {
        let buyer = customer(caller, &format!("buyer-{round}"))?;
        Ok((caller.request("POST", "/subscriptions", &subscription_of(&buyer, &ids)), 200))
    }))
}

/// As many components as may be have a config item of their own, with prices for every tier.
pub fn configured<'c>(caller: &'c Caller<'c>) -> Outcome<Prepared<'c>> {
    let ids = pricings(caller, PRICINGS, WIDE)?;
    let mut items = Vec::new();
    for id in &ids {
        let path = format!("/pricing/{id}");
        let answer = crate::http::ask(caller.address, &[caller.get(&path)], 200)?.pop();
        let pricing: Value = serde_json::from_str(&answer.unwrap_or_default())?;
        let components = pricing["product_metric_pricings"].as_array().into_iter().flatten();
        for (place, component) in components.take(CONFIGS / PRICINGS).enumerate() {
            let price = |index: usize| json!({ "index": index, "price_per_unit": "0.987654321" });
            let tiers = if place < WIDE.tiered { WIDE.tiers } else { 0 };
            let prices: Vec<Value> = (0..tiers).map(price).collect();
            items.push(json!({
                "product_metric_pricing_id": component["id"], "num_licenses": 40,
                "tier_prices": prices,
            }));
        }
    }
    Ok(Box::new(move |round| {
        let buyer = customer(caller, &format!("buyer-{round}"))?;
        let mut body = subscription_of(&buyer, &ids);
        body["config_items"] = json!(items);
        Ok((caller.request("POST", "/subscriptions", &body), 200))
    }))
}

pub fn scheduled<'c>(caller: &'c Caller<'c>) -> Outcome<Prepared<'c>> {
    let first = pricings(caller, PRICINGS, WIDE)?;
    let ids = pricings(caller, 80, Wide::plain(1, "MONTH"))?;
    let half = 40;
    Ok(Box::new(move |round| {
        let buyer = customer(caller, &format!("buyer-{round}"))?;
        let mut body = subscription(&buyer, &first, 1);
        body["discounts"] = json!(discounts());
        let change = |place: usize| {
            let set = if place.is_multiple_of(2) { &ids[half..2 * half] } else { &ids[..half] };
            let year = 2100 + place;
            json!({ "custom_change_date": format!("{year}-01-01T00:00:00Z"),
                "product_pricing_ids": set })
        };
        body["scheduled_changes"] = (0..50).map(change).collect();
        Ok((caller.request("POST", "/subscriptions", &body), 200))
    }))
}

/// Subscriptions of all pricings, which are changed to as many others.
fn changes<'c>(caller: &'c Caller<'c>) -> Outcome<impl FnMut(usize) -> Outcome<(String, Value)>> {
    let ids = pricings(caller, 2 * PRICINGS, WIDE)?;
    Ok(move |round| {
        let (old, new) = ids.split_at(PRICINGS);
        let buyer = customer(caller, &format!("buyer-{round}"))?;
        let known = subscribed(caller, &subscription_of(&buyer, old))?;
        let config = |id: &String| json!({ "product_pricing_id": id, "num_licenses": 40 });
        let configs: Vec<Value> = new.iter().map(config).collect();
        let body = json!({
            "product_pricing_ids": new, "config_items": configs, "proration_type": "IMMEDIATE",
        });
        Ok((known, body))
    })
}

pub fn change<'c>(caller: &'c Caller<'c>) -> Outcome<Prepared<'c>> {
    let mut changes = changes(caller)?;
    Ok(Box::new(move |round| {
        let (id, body) = changes(round)?;
        Ok((caller.request("POST", &format!("/subscriptions/{id}/change"), &body), 200))
    }))
}

pub fn preview<'c>(caller: &'c Caller<'c>) -> Outcome<Prepared<'c>> {
    let mut changes = changes(caller)?;
    Ok(Box::new(move |round| {
        let (id, change) = changes(round)?;
        let body = json!({ "subscription_id": id, "change_config": change });
        Ok((caller.request("POST", "/invoices/next", &body), 200))
    }))
}

/// The invoice of a subscription of all pricings.
fn invoice(caller: &Caller<'_>, ids: &[String], round: usize) -> Outcome<String> {
    let buyer = customer(caller, &format!("buyer-{round}"))?;
    let known = subscribed(caller, &subscription_of(&buyer, ids))?;
    let found = invoices(caller, &known)?.pop();
    found.ok_or_else(|| broken("a subscription without an invoice"))
}

pub fn void<'c>(caller: &'c Caller<'c>) -> Outcome<Prepared<'c>> {
    let ids = pricings(caller, PRICINGS, WIDE)?;
    Ok(Box::new(move |round| {
        let invoice = invoice(caller, &ids, round)?;
        Ok((caller.request("POST", &format!("/invoices/{invoice}/void"), &json!({})), 200))
    }))
}

pub fn reissue<'c>(caller: &'c Caller<'c>) -> Outcome<Prepared<'c>> {
    let ids = pricings(caller, PRICINGS, WIDE)?;
    Ok(Box::new(move |round| {
        let invoice = invoice(caller, &ids, round)?;
        caller.post(&format!("/invoices/{invoice}/void"), &json!({}))?;
        Ok((caller.request("POST", &format!("/invoices/{invoice}/reissue"), &json!({})), 200))
    }))
}
