//! Faults in what waits for an invoice, and in what is bought once.

use serde_json::json;

use super::found;
use crate::catalog::{made, monthly, product};
use crate::harness::client::text;
use crate::harness::{Client, Kind};

pub(super) const FAULTS: &str = include_str!("faults/charges.sql");

both! {
    fn in_charges(kind: Kind) {
        found(kind, FAULTS, charges);
    }
}

/// A change whose two lines waited and are billed, and a charge on an invoice of its own.
fn charges(client: &Client) {
    client.post("/clock", &json!({ "now": "2026-01-31T00:00:00Z" })).expect(200);
    let seats = text(&made(client, "/pricing", &monthly(&product(client, "Platform"))), "id");
    let customer = client.named("c-waiting");
    let body = json!({
        "customer_id": customer, "product_pricing_ids": [seats], "identifier": "waiting",
    });
    client.post("/subscriptions", &body).expect(200);
    client.post("/clock", &json!({ "now": "2026-02-14T00:00:00Z" })).expect(200);
    let licences = json!([{ "product_pricing_id": seats, "num_licenses": 3 }]);
    let change = json!({ "config_items": licences, "proration_type": "NEXT" });
    client.post("/subscriptions/waiting/change", &change).expect(200);
    let amount = json!({ "currency": "USD", "value_in_cents": 2500 });
    let item = json!({ "aggregate": 1, "custom_price": { "amount": amount, "description": "x" } });
    let order = json!({ "customer_id": customer, "type": "IMMEDIATE", "onetime_items": [item] });
    client.post("/one_times", &order).expect(200);
    client.post("/clock", &json!({ "now": "2026-03-05T00:00:00Z" })).expect(200);
}
