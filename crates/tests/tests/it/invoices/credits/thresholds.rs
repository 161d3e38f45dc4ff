//! Low balances: told once each time a balance falls below a threshold.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{consume, give, give_units};
use crate::catalog::{item, over};
use crate::harness::client::{column, text};
use crate::harness::{Answer, Client, Company, Server, at_once};
use crate::invoices::{dollars, invoices_of, path, subscribed};
use crate::subscriptions::told;

/// Wants to be told below five dollars, or what these fields say.
fn watch(client: &Client, customer: &str, fields: &Value) -> Answer {
    let body = json!({ "customer_id": customer, "type": "AMOUNT", "amount": dollars(500) });
    client.post("/credits/thresholds", &over(&body, fields))
}

fn list(client: &Client, query: &str) -> Value {
    client.get(&format!("/credits/thresholds{query}")).expect(200)
}

/// What the log says of thresholds besides that they were made.
fn crossings(client: &Client) -> Vec<(String, Value)> {
    let log = client.get("/events_log?limit=200").expect(200);
    let about = log["results"].as_array().unwrap().iter().filter(|entry| {
        entry["data_type"] == "credit_threshold"
            && entry["event_type"] != "credit_threshold.created"
    });
    about.map(|e| (text(e, "event_type"), e["data"]["values"]["balance"].clone())).collect()
}

fn fell(balance: Value) -> (String, Value) {
    ("credit_threshold.fell_below".to_owned(), balance)
}

fn recovered(balance: Value) -> (String, Value) {
    ("credit_threshold.recovered".to_owned(), balance)
}

both! {
    fn each_fall_is_told_once(company: Company) {
        let customer = company.named("acme");
        give(&company, &customer, &json!({})).expect(201);
        let made = watch(&company, &customer, &json!({})).expect(201);
        assert_eq!((&made["below"], &made["fell_at"]), (&json!(false), &Value::Null));
        assert_eq!((&made["amount"], &made["state"]), (&dollars(500), &json!("ACTIVE")));
        let used = |cents: i64| {
            consume(&company, &customer, &json!({ "amount": dollars(cents) })).expect(200)
        };
        used(500);
        assert_eq!(crossings(&company), [], "five dollars are not below five dollars");
        used(1);
        used(100);
        assert_eq!(crossings(&company), [fell(dollars(499))]);
        let seen = list(&company, &format!("?customer_id={customer}"));
        assert_eq!(seen["results"][0]["below"], true);
        assert!(seen["results"][0]["fell_at"].is_string());
        give(&company, &customer, &json!({})).expect(201);
        used(1000);
        let told = [fell(dollars(499)), recovered(dollars(1399)), fell(dollars(399))];
        assert_eq!(crossings(&company), told);
    }

    fn an_invoice_takes_it_below_and_its_void_back(company: Company) {
        let subscription = subscribed(&company, &json!({}));
        let customer = text(&subscription, "customer_id");
        watch(&company, &customer, &json!({})).expect(201);
        let invoice = invoices_of(&company, &subscription).remove(0);
        let all = json!({ "amount": dollars(1200), "apply_to_open_invoices": { "enable": true } });
        give(&company, &customer, &all).expect(201);
        assert_eq!(crossings(&company), [], "it was below, and is");
        company.post(&path(&invoice, "/void"), &json!({})).expect(200);
        assert_eq!(crossings(&company), [recovered(dollars(1200))]);
    }

    fn what_lapses_as_the_next_comes_leaves_no_gap(server: Arc<Server>) {
        let company = Company::dev(&server);
        company.post("/clock", &json!({ "now": "2026-01-01T00:00:00Z" })).expect(200);
        let (customer, item) = (company.named("acme"), item(&company, "Calls"));
        let units = json!({ "type": "UNITS", "amount": null, "units": 2.5, "item_id": item });
        let lapsing = json!({
            "type": "UNITS", "amount": null, "units": 7.25, "item_id": item,
            "expiration_date": "2026-03-01T00:00:00Z",
        });
        give_units(&company, &customer, &item, &json!(1)).expect(201);
        give(&company, &customer, &lapsing).expect(201);
        watch(&company, &customer, &units).expect(201);
        watch(&company, &customer, &json!({})).expect(201);
        company.post("/clock", &json!({ "now": "2026-06-01T00:00:00Z" })).expect(200);
        assert_eq!(crossings(&company), [fell(json!(1))]);
        let all = list(&company, "");
        assert_eq!(all["results"][0]["fell_at"], "2026-03-01T00:00:00Z");
        assert_eq!(all["results"][1]["below"], true, "there never was any money");
    }

    fn removed_ones_say_nothing(company: Company) {
        let customer = company.named("acme");
        give(&company, &customer, &json!({})).expect(201);
        let made = watch(&company, &customer, &json!({})).expect(201);
        let path = format!("/credits/thresholds/{}", text(&made, "id"));
        assert_eq!(company.delete(&path).expect(200)["state"], "REMOVED");
        assert_eq!(company.delete(&path).expect(200)["state"], "REMOVED");
        consume(&company, &customer, &json!({ "amount": dollars(900) })).expect(200);
        let removed = ("credit_threshold.removed".to_owned(), Value::Null);
        assert_eq!(crossings(&company), [removed]);
        assert_eq!(list(&company, "")["results"], json!([]));
        company.delete("/credits/thresholds/cth_1").expect(404);
    }

    fn what_no_threshold_can_be(company: Company) {
        let (customer, item) = (company.named("acme"), item(&company, "Calls"));
        let cases = [
            (json!({ "amount": dollars(0) }), "/amount/value_in_cents not_positive"),
            (json!({ "amount": dollars(-5) }), "/amount/value_in_cents not_positive"),
            (json!({ "amount": null }), "/amount required"),
            (json!({ "units": 5 }), "/units mismatch"),
            (json!({ "type": "UNITS", "amount": null, "units": 0.0000000001, "item_id": item }),
                "/units range"),
            (json!({ "type": "UNITS", "amount": null, "units": 1, "item_id": "item_0" }),
                "/item_id unknown"),
            (json!({ "customer_id": "cus_0" }), "/customer_id unknown"),
        ];
        for (fields, fault) in cases {
            assert_eq!(told(&watch(&company, &customer, &fields)), [fault], "{fields}");
        }
        assert_eq!(watch(&company, &customer, &json!({ "type": "POINTS" })).faults(), ["/type"]);
        assert_eq!(watch(&company, &customer, &json!({ "below": true })).faults(), ["/below"]);
        for cents in 1..=20 {
            watch(&company, &customer, &json!({ "amount": dollars(cents) })).expect(201);
        }
        let same = watch(&company, &customer, &json!({ "amount": dollars(21) }));
        same.problem(409, "too_many_thresholds");
        let other = company.named("bolt");
        watch(&company, &other, &json!({})).expect(201);
        watch(&company, &other, &json!({})).problem(409, "threshold_exists");
        let first = list(&company, "?limit=15");
        let key = text(&first["pagination"], "from_key");
        assert_eq!(column(&list(&company, &format!("?limit=15&from_key={key}")), "id").len(), 6);
        let path = format!("/credits/thresholds?customer_id={other}&from_key={key}");
        company.get(&path).problem(400, "bad_cursor");
        let reader = company.with_access(&json!({ "credits": "READ" }));
        watch(&reader, &customer, &json!({})).expect(403);
    }

    fn many_at_once_tell_it_once(company: Company) {
        let customer = company.named("acme");
        give(&company, &customer, &json!({ "amount": dollars(1600) })).expect(201);
        watch(&company, &customer, &json!({ "amount": dollars(800) })).expect(201);
        let client = company.client();
        let cents = json!({ "amount": dollars(100) });
        at_once(16, |_| consume(&client, &customer, &cents).expect(200));
        assert_eq!(crossings(&company), [fell(dollars(700))]);
    }
}
