//! Billing under load and under fire: storms of requests, processes that die, several at once.

mod crash;
mod lines;
mod lives;
mod parked;
mod parts;
mod storms;
mod together;
mod turns;
pub mod usage;

use serde_json::{Value, json};

use crate::catalog::pricing;
use crate::harness::client::text;
use crate::harness::{Client, Wire};

/// Makes so many subscriptions to one monthly pricing, each of a customer of its own, over a few
/// connections; the n-th has n % 7 + 1 licences.
pub fn subscribe_many(client: &Client, count: usize, pricing: &str, fields: &Value) {
    std::thread::scope(|scope| {
        for part in 0..8 {
            scope.spawn(move || {
                let mut wire = Wire::open(client.address).unwrap();
                for n in (part..count).step_by(8) {
                    let mut ask = |tail: &str, body: &Value| {
                        let request = client.request("POST", tail).json(body);
                        wire.send(&request).unwrap()
                    };
                    let identifier = format!("c{n:06}");
                    let made = ask("/customers", &json!({ "identifier": identifier })).expect(201);
                    let config = json!({
                        "product_pricing_id": pricing, "num_licenses": n % 7 + 1,
                    });
                    let mut body = json!({
                        "customer_id": made["id"], "identifier": format!("s{n:06}"),
                        "product_pricing_ids": [pricing], "config_items": [config],
                    });
                    for (name, value) in fields.as_object().unwrap() {
                        body[name] = value.clone();
                    }
                    ask("/subscriptions", &body).expect(200);
                }
            });
        }
    });
}

/// A pricing of ten dollars a month for each licence.
pub fn monthly(client: &Client) -> String {
    text(&pricing(client, &json!({})), "id")
}

/// Every invoice, oldest first.
pub fn all_invoices(client: &Client) -> Vec<Value> {
    let (mut all, mut key) = (Vec::new(), Value::Null);
    loop {
        let body = json!({
            "pagination": { "limit": 200, "from_key": key }, "sort_key": "createdAtAsc",
        });
        let page = client.post("/invoices/find", &body).expect(200);
        all.extend(page["results"].as_array().unwrap().iter().cloned());
        key = page["pagination"]["from_key"].clone();
        if key.is_null() {
            return all;
        }
    }
}

/// The numbers run from one on without a gap.
pub fn numbered(invoices: &[Value]) {
    for (series, prefix) in [("INVOICE", "INV"), ("CREDIT_NOTE", "CN")] {
        let is_its = invoices.iter().filter(|value| value["number_series"] == series);
        let mut numbers: Vec<String> = is_its.map(|value| text(value, "number")).collect();
        numbers.sort();
        let wanted = (1..=numbers.len()).map(|n| format!("{prefix}-{n:06}"));
        assert_eq!(numbers, wanted.collect::<Vec<_>>());
    }
}
