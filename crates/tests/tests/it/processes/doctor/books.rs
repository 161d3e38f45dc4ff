//! Faults in subscriptions, invoices, credits, numbers and counts.

use serde_json::{Value, json};

use super::found;
use crate::catalog::{item, made, metric, monthly, over, product};
use crate::harness::client::text;
use crate::harness::{Client, Kind};

pub(super) const FAULTS: &str = include_str!("faults/books.sql");

both! {
    fn in_books(kind: Kind) {
        found(kind, FAULTS, books);
    }
}

/// A little of everything that billing writes.
fn books(client: &Client) {
    client.post("/clock", &json!({ "now": "2026-01-31T00:00:00Z" })).expect(200);
    client.patch("", &json!({ "taxes": [{ "name": "VAT", "rate": 0.19 }] })).expect(200);
    let acme = client.named("acme");
    let platform = product(client, "Platform");
    let seats = text(&made(client, "/pricing", &monthly(&platform)), "id");
    let launch = json!({ "percent": 0.1, "expiration_date": "2026-03-15T00:00:00Z" });
    subscribe(
        client,
        &json!({
            "customer_id": acme, "product_pricing_ids": [seats], "identifier": "gold",
            "config_items": [{ "product_pricing_id": seats, "num_licenses": 5 }],
            "discounts": [launch], "tags": ["t"]
        }),
    );
    subscribe(
        client,
        &json!({
            "customer_id": acme, "product_pricing_ids": [seats], "identifier": "short",
            "end_date": "2026-02-15T00:00:00Z"
        }),
    );
    let pay = json!({ "amount": { "currency": "USD", "value_in_cents": 6355 } });
    client.post(&format!("/invoices/{}/mark_paid", numbered(client, 1)), &pay).expect(200);
    drafts(client, &platform);
    client.post("/clock", &json!({ "now": "2026-03-01T00:00:00Z" })).expect(200);
    let void = numbered(client, 3);
    client.post(&format!("/invoices/{void}/void"), &json!({})).expect(200);
    client.post(&format!("/invoices/{void}/reissue"), &json!({})).expect(200);
    client.post("/clock", &json!({ "now": "2026-04-05T00:00:00Z" })).expect(200);
}

/// A subscription whose invoices wait ten days for late usage.
fn drafts(client: &Client, product: &str) {
    let item = item(client, "Calls");
    let usage = json!({ "name": "Calls", "item_id": item, "metric_id": metric(client, &item) });
    let pricing = text(&made(client, "/pricing", &over(&monthly(product), &usage)), "id");
    subscribe(
        client,
        &json!({
            "customer_id": client.named("beta"), "product_pricing_ids": [pricing],
            "identifier": "metered", "invoice_event_grace_period": 864_000
        }),
    );
}

#[track_caller]
fn subscribe(client: &Client, body: &Value) {
    client.post("/subscriptions", body).expect(200);
}

/// The id of the invoice with a number.
#[track_caller]
fn numbered(client: &Client, number: usize) -> String {
    let query = json!({ "invoice_number": format!("INV-{number:06}") });
    let page = client.post("/invoices/find", &json!({ "query": query })).expect(200);
    text(&page["results"][0], "uuid")
}
