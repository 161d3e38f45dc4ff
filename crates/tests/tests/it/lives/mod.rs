//! What happens to a running subscription, over the API: what is answered, refused and found.

mod cancels;
mod changes;
mod faults;
mod finding;
mod pauses;
mod previews;
mod quantities;
mod replays;
mod scheduled;
mod states;
mod storms;
mod trials;

use std::sync::Arc;

use serde_json::{Value, json};

use crate::catalog::{over, pricing};
use crate::harness::client::text;
use crate::harness::{Answer, Client, Company, Server};

/// A company whose clock stands at the beginning of 2026.
#[track_caller]
pub fn begun(server: &Arc<Server>) -> Company {
    let company = Company::dev(server);
    go(&company, "2026-01-01");
    company
}

/// Lets the time pass until the beginning of a day.
#[track_caller]
pub fn go(client: &Client, day: &str) {
    client.post("/clock", &json!({ "now": at(day) })).expect(200);
}

pub fn at(day: &str) -> String {
    format!("{day}T00:00:00Z")
}

/// A pricing of so many dollars a month.
#[track_caller]
pub fn plan(client: &Client, dollars: &str) -> String {
    text(&pricing(client, &json!({ "fixed_price": { "price_per_unit": dollars } })), "id")
}

/// A subscription of a customer of its own to a pricing, with these fields.
#[track_caller]
pub fn on(client: &Client, pricing: &str, fields: &Value) -> Value {
    let customer = client.named(&format!("customer {}", client.facts().len()));
    let least = json!({ "customer_id": customer, "product_pricing_ids": [pricing] });
    client.post("/subscriptions", &over(&least, fields)).expect(200)
}

/// Does something to a subscription.
#[track_caller]
pub fn verb(client: &Client, subscription: &Value, verb: &str, body: &Value) -> Answer {
    client.post(&format!("/subscriptions/{}/{verb}", text(subscription, "id")), body)
}

/// A subscription as it is now.
#[track_caller]
pub fn now(client: &Client, subscription: &Value) -> Value {
    client.get(&format!("/subscriptions/{}", text(subscription, "id"))).expect(200)
}

/// The lines of an invoice: type and cents.
pub fn lines(invoice: &Value) -> Vec<(String, i64)> {
    let lines = invoice["line_items"].as_array().unwrap().iter();
    let read =
        |value: &Value| (text(value, "type"), value["amount"]["value_in_cents"].as_i64().unwrap());
    lines.map(read).collect()
}
