//! Customers that pay for others, over the API: what is answered, found and refused.

mod at_once;
mod parents;
mod payers;
mod rollups;

use serde_json::{Value, json};

use crate::catalog::over;
use crate::harness::Client;
use crate::harness::client::text;
use crate::lives::plan;

/// A parent and its child, by their ids.
pub struct Family {
    pub parent: String,
    pub child: String,
}

#[track_caller]
pub fn family(client: &Client) -> Family {
    let parent = client.named("parent");
    let child = json!({ "identifier": "child", "parent_customer_id": parent });
    let child = text(&client.customer(&child), "id");
    Family { parent, child }
}

/// A subscription of a customer to something of so many dollars a month.
#[track_caller]
pub fn subscribed(client: &Client, customer: &str, dollars: &str, fields: &Value) -> Value {
    let least = json!({ "customer_id": customer, "product_pricing_ids": [plan(client, dollars)] });
    client.post("/subscriptions", &over(&least, fields)).expect(200)
}

/// The invoices that a search finds, oldest first.
#[track_caller]
pub fn found(client: &Client, query: &Value) -> Vec<Value> {
    let pagination = json!({ "limit": 100 });
    let body = json!({ "query": query, "pagination": pagination, "sort_key": "createdAtAsc" });
    let page = client.post("/invoices/find", &body).expect(200);
    page["results"].as_array().cloned().unwrap_or_default()
}
