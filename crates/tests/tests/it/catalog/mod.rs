//! The catalog end to end: what is sold, what it costs, and what is refused.

mod archive;
mod bundles;
mod components;
mod entitlements;
mod finding;
mod inheritance;
mod items;
mod metering;
mod metrics;
mod prices;
mod pricings;
mod products;
mod repricing;
mod shape;
mod strangers;
mod writes;

use serde_json::{Value, json};

use crate::harness::client::text;
use crate::harness::{Answer, Client};

/// A kind of catalog record.
pub struct Noun {
    pub path: &'static str,
    pub prefix: &'static str,
    /// The beginning of its facts' names.
    pub fact: &'static str,
    /// Whether a path takes its external name.
    pub external: bool,
    pub archived: bool,
}

pub const NOUNS: [Noun; 6] = [
    noun("/billable_items", "item_", "item", true, true),
    noun("/billable_metrics", "metric_", "metric", true, true),
    noun("/products", "prod_", "product", true, true),
    noun("/pricing", "price_", "pricing", true, true),
    noun("/bundles", "bundle_", "bundle", false, true),
    noun("/entitlements", "ent_", "entitlement", false, false),
];

const fn noun(
    path: &'static str,
    prefix: &'static str,
    fact: &'static str,
    external: bool,
    archived: bool,
) -> Noun {
    Noun { path, prefix, fact, external, archived }
}

/// The least that makes one of them.
#[track_caller]
pub fn body(client: &Client, noun: &Noun, name: &str) -> Value {
    match noun.path {
        "/billable_items" => json!({ "name": name, "type": "CUSTOM_USAGE" }),
        "/billable_metrics" => {
            let item = item(client, "Calls");
            json!({ "name": name, "item_id": item, "metering_rule": { "aggregator": "COUNT" } })
        }
        "/products" => json!({ "name": name }),
        "/pricing" => over(&monthly(&product(client, "Platform")), &json!({ "name": name })),
        "/bundles" => {
            let pricing = pricing(client, &json!({}));
            json!({ "name": name, "product_pricing_ids": [pricing["id"]] })
        }
        "/entitlements" => json!({ "key": name, "name": name, "type": "BOOL" }),
        other => panic!("{other}"),
    }
}

/// Sends a create and gives the record.
#[track_caller]
pub fn made(client: &Client, path: &str, body: &Value) -> Value {
    let status = if path == "/entitlements" { 201 } else { 200 };
    client.post(path, body).expect(status)
}

#[track_caller]
pub fn item(client: &Client, name: &str) -> String {
    let body = json!({ "name": name, "type": "CUSTOM_USAGE" });
    text(&made(client, "/billable_items", &body), "id")
}

#[track_caller]
pub fn metric(client: &Client, item: &str) -> String {
    let rule = json!({ "aggregator": "COUNT" });
    let body = json!({ "name": "Count", "item_id": item, "metering_rule": rule });
    text(&made(client, "/billable_metrics", &body), "id")
}

#[track_caller]
pub fn product(client: &Client, name: &str) -> String {
    text(&made(client, "/products", &json!({ "name": name })), "id")
}

/// Ten dollars a licence and month.
pub fn monthly(product: &str) -> Value {
    json!({
        "product_id": product, "name": "Monthly", "currency": "USD", "pricing_type": "FIXED",
        "fixed_price": { "price_per_unit": "10" },
        "billing_frequency": { "count": 1, "frequency": "MONTH" }
    })
}

/// That with other fields; `null` takes one away.
pub fn over(base: &Value, fields: &Value) -> Value {
    let mut body = base.clone();
    for (name, value) in fields.as_object().unwrap() {
        body[name] = value.clone();
    }
    body.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    body
}

/// A fixed monthly pricing of a product of its own, with these fields over it.
#[track_caller]
pub fn pricing(client: &Client, fields: &Value) -> Value {
    priced(client, fields).expect(200)
}

/// The answer to the same.
#[track_caller]
pub fn priced(client: &Client, fields: &Value) -> Answer {
    let body = over(&monthly(&product(client, "Platform")), fields);
    client.post("/pricing", &body)
}

/// A pricing of a model: only these price fields.
#[track_caller]
pub fn modelled(client: &Client, model: &str, fields: &Value) -> Answer {
    let plain = json!({ "pricing_type": model, "fixed_price": null });
    priced(client, &over_keeping(&plain, fields))
}

fn over_keeping(base: &Value, fields: &Value) -> Value {
    let mut body = base.clone();
    for (name, value) in fields.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

#[track_caller]
pub fn path(noun: &str, record: &Value) -> String {
    format!("{noun}/{}", text(record, "id"))
}

/// Every field is there, also where it is empty.
#[track_caller]
pub fn complete(record: &Value, fields: &str) {
    let known = record.as_object().unwrap_or_else(|| panic!("no record: {record}"));
    for name in fields.split_whitespace() {
        assert!(known.contains_key(name), "no `{name}`: {record}");
    }
}

/// The ids that a search finds, sorted.
#[track_caller]
pub fn ids_found(client: &Client, path: &str, query: &Value) -> Vec<String> {
    let body = json!({ "pagination": { "limit": 200 }, "query": query });
    let page = client.post(&format!("{path}/find"), &body).expect(200);
    let mut ids = crate::harness::client::column(&page, "id");
    ids.sort();
    ids
}

/// What so many units of a pricing come to.
#[track_caller]
pub fn estimate(client: &Client, pricing: &Value, body: &Value) -> Answer {
    client.post(&format!("{}/estimate", path("/pricing", pricing)), body)
}
