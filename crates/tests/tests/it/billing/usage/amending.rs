//! Events that become others, or are taken back, before they are billed.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{billed, event, ingest, metered, subscribed};
use crate::harness::{Client, Server};
use crate::lives::{at, begun, go};

#[track_caller]
fn amend(client: &Client, customer: &str, transaction: &str, fields: &Value) -> Value {
    let mut body = fields.clone();
    body["customer_id"] = json!(customer);
    client.post(&format!("/events/{transaction}/amend"), &body).expect(200)
}

fn void(client: &Client, customer: &str, transaction: &str) -> crate::harness::Answer {
    client.post(&format!("/events/{transaction}/void"), &json!({ "customer_id": customer }))
}

both! {
    fn what_was_counted_is_counted_anew(server: Arc<Server>) {
        let company = begun(&server);
        let all = [
            ("COUNT", "2"),
            ("SUM", "9"),
            ("MAX", "5"),
            ("AVG", "4.5"),
            ("UNIQUE", "2"),
            ("LAST_IN_PERIOD", "5"),
            ("LAST_IN_HISTORY", "5"),
            ("HISTORICAL_SUM", "9"),
        ];
        let mut made = Vec::new();
        for (index, (aggregator, units)) in all.into_iter().enumerate() {
            let rule = json!({ "aggregator": aggregator, "property": "n" });
            let metered = metered(&company, &rule);
            let (customer, _) = subscribed(&company, &metered, &format!("c{index}"));
            made.push((aggregator, units, metered, customer));
        }
        go(&company, "2026-01-31");
        for (_, _, metered, customer) in &made {
            let one = |n: usize, value: i64| {
                event(metered, customer, (n, "2026-01-05"), &json!({ "n": value }))
            };
            ingest(&company, &[one(1, 8), one(2, 5), one(3, 100), one(4, 7)]);
            amend(&company, customer, "t1", &json!({ "properties": { "n": 4 } }));
            assert_eq!(void(&company, customer, "t3").expect(200)["state"], "VOID");
            let moved = amend(&company, customer, "t4", &json!({ "timestamp": at("2025-12-31") }));
            assert_eq!(moved["timestamp"], at("2025-12-31"));
        }
        go(&company, "2026-02-01");
        for (aggregator, units, _, customer) in &made {
            // What was moved before the period counts where events before it do.
            let units = if *aggregator == "HISTORICAL_SUM" { "16" } else { units };
            assert_eq!(billed(&company, customer), [units], "{aggregator}");
        }
    }

    fn what_cannot_be_amended(server: Arc<Server>) {
        let company = begun(&server);
        let metered = metered(&company, &json!({ "aggregator": "COUNT" }));
        let (customer, _) = subscribed(&company, &metered, "a");
        go(&company, "2026-01-20");
        ingest(&company, &[event(&metered, &customer, (1, "2026-01-05"), &json!({}))]);
        let path = "/events/t1/amend";
        let body = json!({ "customer_id": customer });
        assert_eq!(company.post(path, &body).faults(), ["/properties"]);
        let body = json!({ "customer_id": customer, "timestamp": "2026-01-20T00:05:01Z" });
        assert_eq!(company.post(path, &body).faults(), ["/timestamp"]);
        let body = json!({ "customer_identifier": "a", "properties": { "x": 1e15 } });
        assert_eq!(company.post(path, &body).faults(), ["/properties"]);
        let body = json!({ "customer_identifier": "b", "properties": {} });
        company.post(path, &body).problem(404, "not_found");
        void(&company, &customer, "t1").expect(200);
        void(&company, &customer, "t1").problem(409, "void");
        let body = json!({ "customer_identifier": "a", "properties": {} });
        company.post(path, &body).problem(409, "void");
        let again = event(&metered, &customer, (1, "2026-01-06"), &json!({}));
        assert_eq!(ingest(&company, &[again]), ["DUPLICATE"]);
        let facts = company.facts();
        let told = facts.iter().filter(|fact| fact["event_type"] == "usage_event.voided");
        assert_eq!(told.count(), 1);
    }
}
