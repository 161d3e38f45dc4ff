//! Faults in what happens to running subscriptions.

use serde_json::{Value, json};

use super::found;
use crate::catalog::{made, monthly, over, product};
use crate::harness::client::text;
use crate::harness::{Client, Kind};
use crate::invoices::{invoices_of, path};

pub(super) const FAULTS: &str = include_str!("faults/lives.sql");

both! {
    fn in_lives(kind: Kind) {
        found(kind, FAULTS, lives);
    }
}

/// A change and one to come, a cancel with a refund, a pause, and two trials.
fn lives(client: &Client) {
    client.post("/clock", &json!({ "now": "2026-01-31T00:00:00Z" })).expect(200);
    made(client, "/entitlements", &json!({ "key": "seats", "name": "Seats", "type": "NUMBER" }));
    let granted = json!({ "entitlements": [{ "key": "seats", "value": 5 }] });
    let seats = over(&monthly(&product(client, "Platform")), &granted);
    let seats = text(&made(client, "/pricing", &seats), "id");
    let subscribe = |name: &str, fields: Value| {
        let mut body = json!({
            "customer_id": client.named(&format!("c-{name}")), "product_pricing_ids": [seats],
            "identifier": name,
        });
        for (name, value) in fields.as_object().unwrap() {
            body[name] = value.clone();
        }
        client.post("/subscriptions", &body).expect(200)
    };
    let licences = |count: i64| json!([{ "product_pricing_id": seats, "num_licenses": count }]);
    subscribe("changed", json!({ "config_items": licences(5) }));
    let leaving = subscribe("leaving", json!({}));
    subscribe("paused", json!({}));
    let trial = |end: &str| json!({ "trial": true, "end_date": end });
    subscribe("trying", trial("2026-06-01T00:00:00Z"));
    subscribe("converted", trial("2026-02-20T00:00:00Z"));
    let first = invoices_of(client, &leaving).remove(0);
    client.post(&path(&first, "/mark_paid"), &json!({})).expect(200);
    client.post("/clock", &json!({ "now": "2026-02-14T00:00:00Z" })).expect(200);
    let ask = |name: &str, verb: &str, body: Value| {
        client.post(&format!("/subscriptions/{name}/{verb}"), &body).expect(200);
    };
    ask(
        "changed",
        "change",
        json!({
            "config_items": licences(10), "proration_type": "IMMEDIATE",
        }),
    );
    ask(
        "changed",
        "change",
        json!({
            "config_items": licences(20), "timing": "CUSTOM_DATE",
            "custom_change_date": "2026-06-01T00:00:00Z",
        }),
    );
    ask("leaving", "cancel", json!({ "timing": "IMMEDIATE", "refund_type": "PRORATED" }));
    ask("paused", "pause", json!({ "behavior": "VOID" }));
    let own = json!({ "override_entitlements": [{ "key": "seats", "value": 7 }] });
    client.patch("/customers/c-trying", &own).expect(200);
    client.post("/clock", &json!({ "now": "2026-03-05T00:00:00Z" })).expect(200);
}
