//! Faults in what was used and in what was billed by it.

use serde_json::{Value, json};

use super::found;
use crate::billing::usage::{event, ingest, metered, subscribed};
use crate::harness::{Client, Kind};

pub(super) const FAULTS: &str = include_str!("faults/usage.sql");

both! {
    fn in_usage(kind: Kind) {
        found(kind, FAULTS, used);
    }
}

/// Three customers who use what is added up, told apart, and remembered.
fn used(client: &Client) {
    client.post("/clock", &json!({ "now": "2026-01-01T00:00:00Z" })).expect(200);
    let all: Vec<_> = ["SUM", "UNIQUE", "HISTORICAL_SUM"]
        .into_iter()
        .map(|aggregator| {
            let metered = metered(client, &json!({ "aggregator": aggregator, "property": "n" }));
            let (customer, _) = subscribed(client, &metered, aggregator);
            (metered, customer)
        })
        .collect();
    client.post("/clock", &json!({ "now": "2026-01-20T00:00:00Z" })).expect(200);
    for (metered, customer) in &all {
        let one = |n: usize| event(metered, customer, (n, "2026-01-05"), &json!({ "n": n }));
        let events: [Value; 2] = [one(1), one(2)];
        ingest(client, &events);
    }
    client.post("/clock", &json!({ "now": "2026-02-02T00:00:00Z" })).expect(200);
}
