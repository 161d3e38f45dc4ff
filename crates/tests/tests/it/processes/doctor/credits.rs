//! Faults in credits that were given, bought and used, and in the thresholds of their balances.

use serde_json::{Value, json};

use super::found;
use crate::catalog::{item, made, metric, monthly, over, product};
use crate::harness::client::text;
use crate::harness::{Client, Kind};
use crate::invoices::dollars;

pub(super) const FAULTS: &str = include_str!("faults/credits.sql");

both! {
    fn in_credits(kind: Kind) {
        found(kind, FAULTS, credits);
    }
}

/// Units that paid usage, money that was bought and used, a gift that lapsed, two thresholds.
fn credits(client: &Client) {
    client.post("/clock", &json!({ "now": "2026-01-01T00:00:00Z" })).expect(200);
    let (acme, suite) = (client.named("acme"), product(client, "Suite"));
    let calls = item(client, "Calls");
    let usage = json!({ "name": "Calls", "item_id": calls, "metric_id": metric(client, &calls) });
    let metered = text(&made(client, "/pricing", &over(&monthly(&suite), &usage)), "id");
    let sold = json!({
        "name": "Prepaid", "credit_price": { "type": "AMOUNT", "amount": dollars(3000) },
    });
    let prepaid = text(&made(client, "/pricing", &over(&monthly(&suite), &sold)), "id");
    give(
        client,
        &json!({
            "customer_id": acme, "type": "UNITS", "units": 50, "item_id": calls, "name": "Units",
        }),
    );
    let body = json!({
        "customer_id": acme, "product_pricing_ids": [metered, prepaid], "identifier": "prepaid",
    });
    client.post("/subscriptions", &body).expect(200);
    for value in [
        json!({ "type": "AMOUNT", "amount": dollars(100) }),
        json!({ "type": "UNITS", "units": 40, "item_id": calls }),
    ] {
        let body = over(&json!({ "customer_id": acme }), &value);
        client.post("/credits/thresholds", &body).expect(201);
    }
    let call = |number: i64| {
        json!({
            "customer_id": acme, "item_id": calls, "timestamp": "2026-01-01T00:00:00Z",
            "transaction_id": format!("call {number}"), "properties": {},
        })
    };
    let calls: Vec<Value> = (0..20).map(call).collect();
    client.post("/events/ingest", &json!({ "events": calls })).expect(200);
    let used = json!({ "customer_id": acme, "type": "AMOUNT", "amount": dollars(500) });
    client.post("/credits/consume", &used).expect(200);
    // After all that would use it first.
    give(
        client,
        &json!({
            "customer_id": acme, "type": "AMOUNT", "amount": dollars(70), "name": "Gift",
            "subscription_id": null, "expiration_date": "2026-01-15T00:00:00Z",
        }),
    );
    client.post("/clock", &json!({ "now": "2026-02-05T00:00:00Z" })).expect(200);
}

fn give(client: &Client, body: &Value) {
    client.post("/credits", body).expect(201);
}
