//! `POST /events/ingest` and `/events/find`: durable, counted once, whoever sends it how often.

use serde_json::{Value, json};

use super::{billed, event, ingest, metered, sent, subscribed};
use crate::harness::client::column;
use crate::harness::{Company, Server, at_once};
use crate::lives::{begun, go};
use std::sync::Arc;

both! {
    fn units_are_billed(server: Arc<Server>) {
        let company = begun(&server);
        let metered = metered(&company, &json!({ "aggregator": "SUM", "property": "n" }));
        let (customer, _) = subscribed(&company, &metered, "a");
        go(&company, "2026-01-20");
        let number = |n: usize, day: &str, value: &str| {
            let value: Value = serde_json::from_str(value).unwrap();
            event(&metered, &customer, (n, day), &json!({ "n": value }))
        };
        let events = [
            number(1, "2026-01-03", "1.5"),
            number(2, "2026-01-03", "0.000000001"),
            number(3, "2026-01-19", "-0.5"),
            number(1, "2026-01-04", "100"),
        ];
        assert_eq!(ingest(&company, &events), ["ACCEPTED", "ACCEPTED", "ACCEPTED", "DUPLICATE"]);
        assert_eq!(ingest(&company, &[number(2, "2026-01-09", "7")]), ["DUPLICATE"]);
        go(&company, "2026-02-01");
        assert_eq!(billed(&company, &customer), ["1.000000001"]);
        go(&company, "2026-03-01");
        assert_eq!(billed(&company, &customer), ["1.000000001", "0"]);
    }

    fn a_bare_list_and_a_company_inside(company: Company) {
        let metered = metered(&company, &json!({ "aggregator": "COUNT" }));
        let customer = company.named("a");
        let now = company.get("").expect(200)["created_at"].clone();
        let mut one = event(&metered, &customer, (1, "2026-01-01"), &json!({}));
        one["timestamp"] = now;
        one["company_id"] = json!("cmp_other");
        let answer = company.post("/events/ingest", &json!([one])).expect(200);
        assert_eq!(answer["enqueued"][0]["status"], "ACCEPTED");
        assert_eq!(answer["enqueued"][0]["transaction_id"], "t1");
        let find = |query: Value| {
            let page = company.post("/events/find", &json!({ "query": query })).expect(200);
            column(&page, "transaction_id")
        };
        for query in [
            json!({ "customer_id": customer }),
            json!({ "item_id": metered.item }),
            json!({ "transaction_id": "t1" }),
            json!({ "timestamp": { "gte": one["timestamp"] } }),
            json!({}),
        ] {
            assert_eq!(find(query.clone()), ["t1"], "{query}");
        }
        assert!(find(json!({ "timestamp": { "gt": one["timestamp"] } })).is_empty());
        assert!(find(json!({ "customer_id": "cus_other" })).is_empty());
    }

    fn the_same_events_from_many_at_once(server: Arc<Server>) {
        let company = begun(&server);
        let metered = metered(&company, &json!({ "aggregator": "SUM", "property": "n" }));
        let (customer, _) = subscribed(&company, &metered, "a");
        go(&company, "2026-01-20");
        let events: Vec<Value> = (0..40)
            .map(|n| event(&metered, &customer, (n, "2026-01-07"), &json!({ "n": n })))
            .collect();
        let accepted = at_once(8, |worker| {
            let mut own = events.clone();
            own.rotate_left(worker * 5);
            let all = ingest(&company, &own);
            all.iter().filter(|status| *status == "ACCEPTED").count()
        });
        assert_eq!(accepted.iter().sum::<usize>(), 40);
        go(&company, "2026-02-01");
        assert_eq!(billed(&company, &customer), ["780"]);
    }

    fn a_key_repeats_the_answer(company: Company) {
        let metered = metered(&company, &json!({ "aggregator": "COUNT" }));
        let customer = company.named("a");
        let mut one = event(&metered, &customer, (1, "2026-01-01"), &json!({}));
        one["timestamp"] = company.get("").expect(200)["created_at"].clone();
        let keyed = || {
            let request = company.request("POST", "/events/ingest").json(&json!([one]));
            company.send(request.header("idempotency-key", "k1"))
        };
        let first = keyed();
        let again = keyed();
        assert!(!first.replayed() && again.replayed());
        assert_eq!(first.expect(200), again.expect(200));
        let third = sent(&company, &[one.clone()]).expect(200);
        assert_eq!(third["enqueued"][0]["status"], "DUPLICATE");
    }
}
