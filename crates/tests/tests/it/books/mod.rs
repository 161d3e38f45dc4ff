//! Books stay right, and audits say so, whatever settings and names become.

mod effort;
mod settings;
mod unreadable;

use std::sync::Arc;

use serde_json::{Value, json};

use crate::catalog::{made, monthly, over, product};
use crate::harness::client::{column, text};
use crate::harness::{Client, Company, Server};

/// A company whose clock stands at the end of January, with a subscription of ten dollars a month.
pub(super) struct Books {
    pub(super) company: Company,
    pub(super) product: String,
    pub(super) pricing: String,
    pub(super) customer: String,
    pub(super) subscription: String,
}

impl Books {
    pub(super) fn open(server: &Arc<Server>) -> Books {
        let company = Company::dev(server);
        set_clock(&company, "2026-01-31T00:00:00Z");
        let product = product(&company, "Platform");
        let pricing = text(&made(&company, "/pricing", &monthly(&product)), "id");
        let customer = company.named("acme");
        let subscription = subscribe(&company, &customer, &pricing, &json!({}));
        Books { company, product, pricing, customer, subscription }
    }
}

#[track_caller]
pub(super) fn set_clock(client: &Client, now: &str) {
    client.post("/clock", &json!({ "now": now })).expect(200);
}

#[track_caller]
pub(super) fn subscribe(client: &Client, customer: &str, pricing: &str, fields: &Value) -> String {
    let body = json!({ "customer_id": customer, "product_pricing_ids": [pricing] });
    text(&client.post("/subscriptions", &over(&body, fields)).expect(200), "id")
}

/// All invoices, oldest first.
#[track_caller]
pub(super) fn invoices(client: &Client) -> Vec<Value> {
    let body = json!({ "sort_key": "createdAtAsc", "pagination": { "limit": 200 } });
    let page = client.post("/invoices/find", &body).expect(200);
    assert_eq!(column(&page, "uuid").len(), page["results"].as_array().unwrap().len());
    page["results"].as_array().unwrap().clone()
}
