//! Subscriptions end to end: what is sent, what is kept, what is refused.

mod bounds;
mod discounts;
mod entitlements;
mod faults;
mod not_yet;
mod patching;
mod shape;

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

/// A body with every field that a create takes and that can be done.
#[track_caller]
pub fn everything(client: &Client) -> Value {
    let least = least(client);
    let pricing = &least["product_pricing_ids"][0];
    let amount = |cents: i64| json!({ "currency": "USD", "value_in_cents": cents });
    let upsell = crate::catalog::pricing(client, &json!({}));
    let upsell = &upsell["product_metric_pricings"][0]["id"];
    let seller = client.post("/sales_users", &json!({ "name": "Sam" })).expect(200);
    over(
        &least,
        &json!({
            "config_items": [{
                "hide_at_checkout": true, "num_licenses": 25, "product_pricing_id": pricing,
                "quantity_config": {
                    "allow_custom_quantity": true, "max_quantity": 100, "min_quantity": 5
                },
                "sort_order": 1.5, "upsell_product_metric_pricing_id": upsell,
            }],
            "currency": "usd",
            "auto_charges": true, "auto_renews": false, "parent_billed": false, "trial": false,
            "generate_past_invoice": false,
            "billing_anchor_date": "2026-01-15T00:00:00Z",
            "start_date": "2126-01-01T00:00:00Z",
            "renewal_date": "2127-01-01T00:00:00Z",
            "end_date": "2128-01-01T00:00:00Z",
            "discounts": [
                { "name": "Launch", "percent": 0.2, "expiration_date": "2127-01-01T00:00:00Z",
                    "cap": amount(1000), "product_pricing_id": pricing },
                { "name": "Voucher", "amount": amount(500) },
                { "name": "Volume", "amount": amount(1), "type": "DISCOUNT_AMOUNT_PER_UNIT" },
            ],
            "invoice_additional_display_fields": [{ "name": "PO", "value": "4711" }],
            "invoice_event_grace_period": 3600,
            "invoice_payment_instructions": "By wire.",
            "invoice_due_date_from_creation": 14,
            "metadata": { "a": { "b": [1, 2.50] } },
            "minimum_spend": amount(5000),
            "onetime_items": [], "override_entitlements": [], "scheduled_changes": [],
            "tags": ["a", "b"],
            "identifier": "acme 2026",
            "term": { "count": 1, "frequency": "YEAR" },
            "sales_user_id": seller["id"],
            "group_id": "group",
        }),
    )
}
