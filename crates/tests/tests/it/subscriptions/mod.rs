//! Subscriptions end to end: what is sent, what is kept, what is refused.

mod faults;
mod not_yet;

use serde_json::{Value, json};

use crate::catalog::{over, pricing};
use crate::harness::client::text;
use crate::harness::{Answer, Client};

/// A customer and a pricing of ten dollars a month, as the least that a create needs.
#[track_caller]
pub fn least(client: &Client) -> Value {
    let customer = client.named(&format!("customer {}", client.facts().len()));
    let pricing = text(&pricing(client, &json!({})), "id");
    json!({ "customer_id": customer, "product_pricing_ids": [pricing] })
}

/// Sends a create with these fields over others; `null` takes one away.
#[track_caller]
pub fn sent(client: &Client, body: &Value, fields: &Value) -> Answer {
    client.post("/subscriptions", &over(body, fields))
}

/// The faults of a refused body, as `pointer code`, sorted.
#[track_caller]
pub fn told(answer: &Answer) -> Vec<String> {
    let problem = answer.expect(422);
    let errors = problem["errors"].as_array().unwrap();
    let mut all: Vec<String> = errors
        .iter()
        .map(|fault| format!("{} {}", text(fault, "pointer"), text(fault, "code")))
        .collect();
    all.sort();
    all
}
