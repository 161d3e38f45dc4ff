//! What is refused: one bad event refuses them all, and says which it is.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{event, ingest, metered, sent};
use crate::harness::{Client, Company, Server};
use crate::lives::{begun, go};

fn none_stored(client: &Client) {
    let page = client.post("/events/find", &json!({})).expect(200);
    assert_eq!(page["results"], json!([]));
}

both! {
    fn one_bad_event_refuses_all(server: Arc<Server>) {
        let company = begun(&server);
        let metered = metered(&company, &json!({ "aggregator": "SUM", "property": "n" }));
        go(&company, "2026-01-20");
        let customer = company.named("a");
        let good = event(&metered, &customer, (1, "2026-01-05"), &json!({ "n": 1 }));
        let bad = |name: &str, value: Value| {
            let mut one = good.clone();
            one[name] = value;
            if name != "transaction_id" {
                one["transaction_id"] = json!("t2");
            }
            sent(&company, &[good.clone(), one]).faults()
        };
        for (name, value) in [
            ("customer_id", json!("cus_other")),
            ("customer_id", json!(1)),
            ("item_id", json!("item_other")),
            ("item_id", Value::Null),
            ("timestamp", json!("2026-01-20T00:05:00.000001Z")),
            ("timestamp", json!("2024-12-15T23:59:59Z")),
            ("timestamp", json!("yesterday")),
            ("timestamp", json!(5)),
            ("transaction_id", json!("")),
            ("transaction_id", json!("x".repeat(256))),
            ("properties", json!([1])),
            ("properties", json!({ "n": 1e15 })),
            ("properties", json!({ "deep": { "n": [0.0000000001] } })),
            ("properties", json!({ "more": vec!["y".repeat(9_999); 9] })),
            ("unknown", json!(1)),
        ] {
            assert_eq!(bad(name, value.clone()), [format!("/events/1/{name}")], "{name} {value}");
        }
        assert_eq!(bad("customer_identifier", json!("a")), ["/events/1/customer_identifier"]);
        none_stored(&company);
        let edge = |time: &str| {
            let mut one = good.clone();
            (one["timestamp"], one["transaction_id"]) = (json!(time), json!(time));
            one
        };
        let edges = [edge("2026-01-20T00:05:00Z"), edge("2024-12-16T00:00:00Z")];
        assert_eq!(ingest(&company, &edges), ["ACCEPTED", "ACCEPTED"]);
    }

    fn bodies_of_another_shape(company: Company) {
        let post = |body: &Value| company.post("/events/ingest", body);
        assert_eq!(post(&json!({})).faults(), ["/events"]);
        assert_eq!(post(&json!({ "events": {} })).faults(), ["/events"]);
        assert_eq!(post(&json!({ "events": [] })).faults(), ["/events"]);
        assert_eq!(post(&json!([])).faults(), [""]);
        assert_eq!(post(&json!([1])).faults(), ["/0"]);
        assert_eq!(post(&json!("x")).faults(), [""]);
        assert_eq!(post(&json!(vec![json!({}); 1001])).status, 422);
        let request = company.request("POST", "/events/ingest");
        company.send(request.text("{\"events\":[NaN]}")).problem(400, "invalid_json");
        let reader = company.with_access(&json!({ "events": "READ" }));
        reader.post("/events/ingest", &json!([])).problem(403, "forbidden");
        none_stored(&company);
    }

    fn text_that_is_no_number_is_ignored_and_items_need_no_metric(server: Arc<Server>) {
        let company = begun(&server);
        go(&company, "2026-01-20");
        let customer = company.named("a");
        let item = crate::catalog::item(&company, "Bare");
        let one = json!({
            "customer_id": customer, "item_id": item, "timestamp": "2026-01-19T00:00:00Z",
            "transaction_id": "t", "properties": { "n": "many", "big": "1e400" },
        });
        assert_eq!(ingest(&company, &[one]), ["ACCEPTED"]);
    }

    fn large_bodies_are_taken(server: Arc<Server>) {
        let company = begun(&server);
        let metered = metered(&company, &json!({ "aggregator": "COUNT" }));
        go(&company, "2026-01-20");
        let customer = company.named("a");
        let padding = "x".repeat(5_000);
        let events: Vec<Value> = (0..1000)
            .map(|n| event(&metered, &customer, (n, "2026-01-05"), &json!({ "p": padding })))
            .collect();
        assert_eq!(ingest(&company, &events).len(), 1000);
        let page = company.post("/events/find", &json!({ "include_meta": true })).expect(200);
        assert_eq!(page["pagination"]["total_count"], 1000);
    }
}
