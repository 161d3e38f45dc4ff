//! What the dearest requests are made of: products, pricings, customers, subscriptions.

use serde_json::{Number, Value, json};

use crate::compare::caller::Caller;
use crate::http;
use crate::outcome::{Outcome, broken};

/// A pricing of so many components, so many of which have so many tiers each.
#[derive(Clone, Copy)]
pub struct Wide {
    pub components: usize,
    pub tiered: usize,
    pub tiers: usize,
    pub frequency: &'static str,
}

impl Wide {
    /// One with nothing but plain prices.
    pub const fn plain(components: usize, frequency: &'static str) -> Wide {
        Wide { components, tiered: 0, tiers: 0, frequency }
    }

    fn component(self, place: usize) -> Value {
        let tiers_of = if place < self.tiered { self.tiers } else { 0 };
        let mut body = match tiers_of {
            0 => json!({ "pricing_type": "FIXED", "fixed_price": { "price_per_unit": "1.37" } }),
            count => json!({ "pricing_type": "GRADIENT", "gradient_price": tiers(count) }),
        };
        body["billing_frequency"] = json!({ "count": 1, "frequency": self.frequency });
        body
    }

    pub fn body(self, product: &str) -> Value {
        let components: Vec<Value> =
            (0..self.components).map(|place| self.component(place)).collect();
        json!({
            "product_id": product, "name": "Wide", "currency": "EUR", "components": components,
        })
    }
}

fn tiers(count: usize) -> Vec<Value> {
    let last = count.saturating_sub(1);
    let tier = |place: usize| {
        let end = if place == last { Value::Null } else { json!(place + 1) };
        json!({ "start": place, "end": end, "price_per_unit": "0.123456789", "flat_price": "0.01",
            "is_custom_tier": true })
    };
    (0..count).map(tier).collect()
}

pub fn product(caller: &Caller<'_>) -> Outcome<String> {
    text(&caller.post("/products", &json!({ "name": "Wide" }))?, "id")
}

/// The ids of so many pricings.
pub fn pricings(caller: &Caller<'_>, count: usize, wide: Wide) -> Outcome<Vec<String>> {
    let product = product(caller)?;
    let body = wide.body(&product);
    (0..count).map(|_| text(&caller.post("/pricing", &body)?, "id")).collect()
}

/// A customer of this name, who pays tax.
pub fn customer(caller: &Caller<'_>, name: &str) -> Outcome<String> {
    let taxes = json!([{ "name": "VAT", "rate": 0.19 }]);
    let body = json!({ "identifier": name, "name": name, "override_taxes": taxes });
    let request = caller.request("POST", "/customers", &body);
    let answer = http::ask(caller.address, &[request], 201)?.pop().unwrap_or_default();
    text(&serde_json::from_str(&answer)?, "id")
}

/// A subscription of these pricings, each with so many licences.
pub fn subscription(customer: &str, pricings: &[String], licences: usize) -> Value {
    let config = |id: &String| json!({ "product_pricing_id": id, "num_licenses": licences });
    let configs: Vec<Value> = pricings.iter().map(config).collect();
    json!({ "customer_id": customer, "product_pricing_ids": pricings, "config_items": configs })
}

/// As many discounts as there may be, of as many digits as there may be.
pub fn discounts() -> Vec<Value> {
    let one = |place: usize| {
        let percent = format!("0.000123456789{place:02}789").parse::<Number>().ok();
        json!({ "name": format!("Discount {place}"), "percent": percent })
    };
    (10..60).map(one).collect()
}

pub fn subscribed(caller: &Caller<'_>, body: &Value) -> Outcome<String> {
    text(&caller.post("/subscriptions", body)?, "id")
}

/// The invoices of a subscription, those of one page.
pub fn invoices(caller: &Caller<'_>, subscription: &str) -> Outcome<Vec<String>> {
    let body = json!({ "query": { "subscription_id": subscription } });
    let page = caller.post("/invoices/find", &body)?;
    let found = page["results"].as_array().cloned().unwrap_or_default();
    found.iter().map(|invoice| text(invoice, "uuid")).collect()
}

pub fn text(record: &Value, name: &str) -> Outcome<String> {
    let text = record[name].as_str();
    Ok(text.ok_or_else(|| broken(format!("a record without {name}: {record}")))?.to_owned())
}
