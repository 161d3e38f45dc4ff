//! What each aggregator bills, by rollups of whole hours and by events at the edges.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{billed, event, ingest, metered, subscribed};
use crate::harness::Server;
use crate::lives::{begun, go};

fn rule(aggregator: &str, group: bool) -> Value {
    let keys = if group { json!(["g"]) } else { json!([]) };
    json!({ "aggregator": aggregator, "property": "n", "group_keys": keys })
}

both! {
    fn each_of_the_eight(server: Arc<Server>) {
        let company = begun(&server);
        let all = [
            ("COUNT", ["4", "1", "0"]),
            ("SUM", ["12.5", "2", "0"]),
            ("MAX", ["7.5", "2", "0"]),
            ("AVG", ["6.25", "2", "0"]),
            ("UNIQUE", ["3", "1", "0"]),
            ("LAST_IN_PERIOD", ["5", "2", "0"]),
            ("LAST_IN_HISTORY", ["5", "2", "2"]),
            ("HISTORICAL_SUM", ["12.5", "14.5", "14.5"]),
        ];
        let mut made = Vec::new();
        for (index, (aggregator, months)) in all.into_iter().enumerate() {
            let metered = metered(&company, &rule(aggregator, false));
            let (customer, _) = subscribed(&company, &metered, &format!("c{index}"));
            made.push((aggregator, months, metered, customer));
        }
        go(&company, "2026-01-31");
        for (_, _, metered, customer) in &made {
            let values = [json!(7.5), json!("x"), Value::Null, json!(5)];
            let days = ["2026-01-02", "2026-01-03", "2026-01-03", "2026-01-30"];
            let events = values.iter().zip(days).enumerate().map(|(n, (value, day))| {
                event(metered, customer, (n, day), &json!({ "n": value }))
            });
            ingest(&company, &events.collect::<Vec<_>>());
        }
        go(&company, "2026-02-20");
        for (_, _, metered, customer) in &made {
            ingest(&company, &[event(metered, customer, (9, "2026-02-10"), &json!({ "n": 2 }))]);
        }
        go(&company, "2026-04-01");
        for (aggregator, months, _, customer) in &made {
            assert_eq!(billed(&company, customer), months, "{aggregator}");
        }
    }

    fn groups_are_added_up(server: Arc<Server>) {
        let company = begun(&server);
        let metered = metered(&company, &rule("MAX", true));
        let (customer, _) = subscribed(&company, &metered, "a");
        go(&company, "2026-01-20");
        let long = "g".repeat(300);
        let groups = [("eu", 3), ("eu", 5), ("us", 4), (long.as_str(), 1), (long.as_str(), 2)];
        let events = groups.iter().enumerate().map(|(n, (group, value))| {
            event(&metered, &customer, (n, "2026-01-05"), &json!({ "g": group, "n": value }))
        });
        ingest(&company, &events.collect::<Vec<_>>());
        go(&company, "2026-02-01");
        assert_eq!(billed(&company, &customer), ["11"]);
    }

    /// Periods that begin and end within an hour: half of what is counted lies on either side.
    fn edges_are_counted_from_events(server: Arc<Server>) {
        let company = begun(&server);
        company.post("/clock", &json!({ "now": "2026-01-01T00:30:00Z" })).expect(200);
        let metered = metered(&company, &rule("SUM", false));
        let (customer, _) = subscribed(&company, &metered, "a");
        go(&company, "2026-02-05");
        let times = ["2026-01-01T00:29:59Z", "2026-01-01T00:30:00Z", "2026-01-15T12:00:00Z",
            "2026-02-01T00:29:59.999999Z"];
        let events: Vec<Value> = times.iter().enumerate().map(|(n, time)| {
            let mut one = event(&metered, &customer, (n, "2026-01-01"), &json!({ "n": 1 }));
            one["timestamp"] = json!(time);
            one
        }).collect();
        // They come before the second month is billed, and after the first.
        assert_eq!(billed(&company, &customer), ["0"]);
        ingest(&company, &events);
        let mut next = event(&metered, &customer, (9, "2026-02-01"), &json!({ "n": 10 }));
        next["timestamp"] = json!("2026-02-01T00:30:00Z");
        ingest(&company, &[next]);
        company.post("/clock", &json!({ "now": "2026-03-01T00:30:00Z" })).expect(200);
        let units = billed(&company, &customer);
        assert!(units.contains(&"10".to_owned()), "{units:?}");
    }
}
