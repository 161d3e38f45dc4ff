//! Usage from outside: events that come in, what they count, and what is billed by them.

mod aggregators;
mod amending;
mod closing;
mod faults;
mod filling;
mod ingest;
mod matching;
pub mod objects;

use serde_json::{Value, json};

use crate::catalog::{item, pricing};
use crate::harness::client::text;
use crate::harness::{Answer, Client};
use crate::lives::at;

/// An item with one metric, and a monthly pricing of a dollar a unit.
pub struct Metered {
    pub item: String,
    pub metric: String,
    pub pricing: String,
}

#[track_caller]
pub fn metered(client: &Client, rule: &Value) -> Metered {
    let item = item(client, "Calls");
    let metric = metric(client, &item, rule);
    let fields = json!({
        "item_id": item, "metric_id": metric, "fixed_price": { "price_per_unit": "1" },
    });
    let pricing = text(&pricing(client, &fields), "id");
    Metered { item, metric, pricing }
}

#[track_caller]
pub fn metric(client: &Client, item: &str, rule: &Value) -> String {
    let body = json!({ "name": "Metric", "item_id": item, "metering_rule": rule });
    text(&client.post("/billable_metrics", &body).expect(200), "id")
}

/// An event of a customer on a day, by its number.
pub fn event(
    metered: &Metered,
    customer: &str,
    (number, day): (usize, &str),
    all: &Value,
) -> Value {
    json!({
        "customer_id": customer, "item_id": metered.item, "properties": all,
        "timestamp": at(day), "transaction_id": format!("t{number}"),
    })
}

#[track_caller]
pub fn ingest(client: &Client, events: &[Value]) -> Vec<String> {
    let answer = sent(client, events).expect(200);
    let all = answer["enqueued"].as_array().unwrap();
    all.iter().map(|entry| text(entry, "status")).collect()
}

pub fn sent(client: &Client, events: &[Value]) -> Answer {
    client.post("/events/ingest", &json!({ "events": events }))
}

/// A subscription of a new customer.
#[track_caller]
pub fn subscribed(client: &Client, metered: &Metered, identifier: &str) -> (String, Value) {
    let customer = client.named(identifier);
    let body = json!({ "customer_id": customer, "product_pricing_ids": [metered.pricing] });
    let subscription = client.post("/subscriptions", &body).expect(200);
    (customer, subscription)
}

/// The units of every line of every invoice of a customer, oldest first.
#[track_caller]
pub fn billed(client: &Client, customer: &str) -> Vec<String> {
    let body = json!({
        "pagination": { "limit": 200 }, "sort_key": "createdAtAsc",
        "query": { "customer_id": customer },
    });
    let page = client.post("/invoices/find", &body).expect(200);
    let invoices = page["results"].as_array().unwrap();
    let lines = invoices.iter().flat_map(|invoice| invoice["line_items"].as_array().unwrap());
    lines.map(|line| text(line, "units")).collect()
}
