//! Invoices end to end: how they are answered, and what can be done with them.

mod credits;
mod explaining;
mod given_back;
mod hosted;
mod one_times;
mod onetime_items;
mod printed;
mod shape;
mod verbs;

use serde_json::{Value, json};

use crate::catalog::pricing;
use crate::harness::Client;
use crate::harness::client::text;

/// A subscription of a customer of its own on a pricing with these fields.
#[track_caller]
pub fn subscribed(client: &Client, fields: &Value) -> Value {
    let customer = client.named(&format!("customer {}", client.facts().len()));
    let pricing = text(&pricing(client, fields), "id");
    let body = json!({ "customer_id": customer, "product_pricing_ids": [pricing] });
    client.post("/subscriptions", &body).expect(200)
}

/// The invoices of a subscription, oldest first.
#[track_caller]
pub fn invoices_of(client: &Client, subscription: &Value) -> Vec<Value> {
    let query = json!({ "subscription_id": subscription["id"] });
    let pagination = json!({ "limit": 200 });
    let body = json!({ "query": query, "pagination": pagination, "sort_key": "createdAtAsc" });
    let page = client.post("/invoices/find", &body).expect(200);
    page["results"].as_array().unwrap().clone()
}

/// The one invoice of a new subscription of ten dollars.
#[track_caller]
pub fn invoice(client: &Client) -> Value {
    let mut all = invoices_of(client, &subscribed(client, &json!({})));
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0)
}

/// The path of a verb of an invoice.
pub fn path(invoice: &Value, verb: &str) -> String {
    format!("/invoices/{}{verb}", text(invoice, "uuid"))
}

pub fn dollars(cents: i64) -> Value {
    json!({ "currency": "USD", "value_in_cents": cents })
}
