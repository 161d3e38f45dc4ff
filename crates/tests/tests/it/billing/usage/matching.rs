//! Events of an identifier that nobody has count once a customer has it.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{Metered, billed, event, ingest, metered};
use crate::harness::client::{column, text};
use crate::harness::{Client, Server};
use crate::lives::{begun, go};

fn by_identifier(metered: &Metered, identifier: &str, number: usize) -> Value {
    let mut one = event(metered, "", (number, "2026-01-05"), &json!({ "n": number }));
    one.as_object_mut().unwrap().remove("customer_id");
    one["customer_identifier"] = json!(identifier);
    one
}

#[track_caller]
fn states(client: &Client) -> Vec<String> {
    let body = json!({ "sort_key": "createdAtAsc" });
    column(&client.post("/events/find", &body).expect(200), "state")
}

both! {
    fn a_customer_that_comes_later(server: Arc<Server>) {
        let company = begun(&server);
        let metered = metered(&company, &json!({ "aggregator": "SUM", "property": "n" }));
        go(&company, "2026-01-10");
        let events = [by_identifier(&metered, "new", 1), by_identifier(&metered, "new", 2)];
        assert_eq!(ingest(&company, &events), ["ACCEPTED", "ACCEPTED"]);
        assert_eq!(ingest(&company, &events), ["DUPLICATE", "DUPLICATE"]);
        assert_eq!(states(&company), ["UNMATCHED", "UNMATCHED"]);
        let customer = company.named("new");
        assert_eq!(states(&company), ["COUNTED", "COUNTED"]);
        assert_eq!(ingest(&company, &events), ["DUPLICATE", "DUPLICATE"]);
        let body = json!({
            "customer_id": customer, "product_pricing_ids": [metered.pricing],
            "start_date": "2026-01-01T00:00:00Z",
        });
        company.post("/subscriptions", &body).expect(200);
        go(&company, "2026-02-01");
        assert_eq!(billed(&company, &customer), ["3"]);
    }

    fn an_identifier_that_is_given_later(server: Arc<Server>) {
        let company = begun(&server);
        let metered = metered(&company, &json!({ "aggregator": "SUM", "property": "n" }));
        go(&company, "2026-01-10");
        let customer = company.named("old");
        ingest(&company, &[event(&metered, &customer, (1, "2026-01-05"), &json!({ "n": 10 }))]);
        ingest(&company, &[by_identifier(&metered, "new", 1), by_identifier(&metered, "new", 2)]);
        let path = format!("/customers/{customer}");
        let changed = company.patch(&path, &json!({ "identifier": "new" })).expect(200);
        assert_eq!(text(&changed, "identifier"), "new");
        assert_eq!(states(&company), ["COUNTED", "DUPLICATE", "COUNTED"]);
        let body = json!({
            "customer_id": customer, "product_pricing_ids": [metered.pricing],
            "start_date": "2026-01-01T00:00:00Z",
        });
        company.post("/subscriptions", &body).expect(200);
        go(&company, "2026-02-01");
        assert_eq!(billed(&company, &customer), ["12"]);
    }

    fn what_waits_can_be_amended_and_taken_back(server: Arc<Server>) {
        let company = begun(&server);
        let metered = metered(&company, &json!({ "aggregator": "SUM", "property": "n" }));
        go(&company, "2026-01-10");
        ingest(&company, &[by_identifier(&metered, "new", 1), by_identifier(&metered, "new", 2)]);
        let body = json!({ "customer_identifier": "new", "properties": { "n": 5 } });
        assert_eq!(company.post("/events/t1/amend", &body).expect(200)["state"], "UNMATCHED");
        let body = json!({ "customer_identifier": "new" });
        assert_eq!(company.post("/events/t2/void", &body).expect(200)["state"], "VOID");
        company.named("new");
        assert_eq!(states(&company), ["COUNTED", "VOID"]);
    }
}
