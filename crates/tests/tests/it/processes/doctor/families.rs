//! Faults in who pays for whom.

use serde_json::json;

use super::found;
use crate::catalog::{made, monthly, product};
use crate::harness::client::text;
use crate::harness::{Client, Kind};

pub(super) const FAULTS: &str = include_str!("faults/families.sql");

both! {
    fn in_families(kind: Kind) {
        found(kind, FAULTS, families);
    }
}

/// A group that collects what its two houses are billed, twice; then one house more is billed.
fn families(client: &Client) {
    client.post("/clock", &json!({ "now": "2026-01-15T00:00:00Z" })).expect(200);
    let seats = text(&made(client, "/pricing", &monthly(&product(client, "Platform"))), "id");
    let group = json!({ "identifier": "group", "child_rollup_billing": true });
    let group = text(&client.customer(&group), "id");
    for house in ["north", "south"] {
        let child = json!({ "identifier": house, "parent_customer_id": group });
        let child = text(&client.customer(&child), "id");
        let body = json!({
            "customer_id": child, "product_pricing_ids": [seats], "identifier": house,
        });
        client.post("/subscriptions", &body).expect(200);
    }
    client.post("/clock", &json!({ "now": "2026-03-20T00:00:00Z" })).expect(200);
}
