//! Many changes and ends of one subscription at one moment, and scheduled ones that two processes
//! find at once: each has one effect.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Value, json};

use super::together::wait_for;
use super::{numbered, subscribe_many};
use crate::catalog::pricing;
use crate::harness::client::text;
use crate::harness::database::fresh;
use crate::harness::process::{Process, healthy};
use crate::harness::{Client, Company, Kind, Server, at_once};
use crate::invoices::{invoices_of, subscribed};

fn verb(subscription: &Value, verb: &str) -> String {
    format!("/subscriptions/{}/{verb}", text(subscription, "id"))
}

fn licences(subscription: &Value, count: usize) -> Value {
    let pricing = &subscription["product_pricing_ids"][0];
    json!([{ "product_pricing_id": pricing, "num_licenses": count }])
}

/// How many facts of a type there are.
fn told(client: &Client, event: &str) -> usize {
    client.facts().iter().filter(|fact| fact["event_type"] == event).count()
}

both! {
    fn fifty_changes_at_one_frozen_moment(server: Arc<Server>) {
        let company = Company::dev(&server);
        company.post("/clock", &json!({ "now": "2026-01-31T00:00:00Z" })).expect(200);
        let value = subscribed(&company, &json!({}));
        company.post("/clock", &json!({ "now": "2026-02-14T00:00:00Z" })).expect(200);
        let answers = at_once(50, |n| {
            let body = json!({
                "config_items": licences(&value, n + 2), "proration_type": "IMMEDIATE",
            });
            company.post(&verb(&value, "change"), &body).status
        });
        assert!(answers.iter().all(|status| matches!(status, 200 | 409)), "{answers:?}");
        let made = answers.iter().filter(|status| **status == 200).count();
        assert_eq!(told(&company, "subscription.changed"), made);
        let invoices = invoices_of(&company, &value);
        // One for the start, and one for each change, however many there are at once.
        assert_eq!(invoices.len(), made + 1);
        let after = company.get(&format!("/subscriptions/{}", text(&value, "id"))).expect(200);
        let seats = after["config_items"][0]["num_licenses"].as_i64().unwrap();
        // Ten dollars, and for half a month what the last one left.
        let billed: i64 = invoices
            .iter()
            .map(|value| value["sub_total"]["value_in_cents"].as_i64().unwrap())
            .sum();
        assert_eq!(billed, 1_000 + (seats - 1) * 500, "{seats}");
        assert_eq!(after["mrr"]["value_in_cents"], seats * 1_000);
    }

    fn fifty_cancels_at_once(server: Arc<Server>) {
        let company = Company::dev(&server);
        company.post("/clock", &json!({ "now": "2026-01-31T00:00:00Z" })).expect(200);
        let value = subscribed(&company, &json!({}));
        company.post("/clock", &json!({ "now": "2026-02-14T00:00:00Z" })).expect(200);
        let body = json!({ "timing": "IMMEDIATE", "refund_type": "FULL" });
        let answers = at_once(50, |_| company.post(&verb(&value, "cancel"), &body).status);
        assert_eq!(answers.iter().filter(|status| **status == 200).count(), 1, "{answers:?}");
        assert!(answers.iter().all(|status| matches!(status, 200 | 409)), "{answers:?}");
        assert_eq!(told(&company, "subscription.cancelled"), 1);
        let invoices = invoices_of(&company, &value);
        assert_eq!(invoices.len(), 2);
        assert_eq!(invoices[0]["due"]["value_in_cents"], 0, "nothing of it was paid");
        assert_eq!(invoices[1]["reason"], "CANCEL");
    }

    fn fifty_changes_under_one_key(company: Company) {
        let value = subscribed(&company, &json!({}));
        let body = json!({ "config_items": licences(&value, 3), "proration_type": "IMMEDIATE" });
        let answers = at_once(50, |_| {
            let request = company.request("POST", &verb(&value, "change")).json(&body);
            company.send(request.key("one")).status
        });
        assert!(answers.contains(&200), "{answers:?}");
        assert!(answers.iter().all(|status| matches!(status, 200 | 409)), "{answers:?}");
        assert_eq!(told(&company, "subscription.changed"), 1);
    }
}

const COUNT: usize = 60;

#[test]
fn two_processes_change_and_end_each_once() {
    let url = fresh(Kind::Postgres);
    let (one, other) = (Process::serve(&url), Process::serve(&url));
    let client = one.company(&url);
    let pricing = text(&pricing(&client, &json!({})), "id");
    subscribe_many(&client, COUNT, &pricing, &json!({}));
    let clock = client.get("/clock").expect(200);
    let now = records::Moment::parse(clock["now"].as_str().unwrap()).unwrap();
    let soon = records::Moment::from_micros(now.micros() + 15_000_000).to_string();
    for n in 0..COUNT {
        let path = format!("/subscriptions/s{n:06}");
        if n % 2 == 0 {
            let body = json!({
                "timing": "CUSTOM_DATE", "custom_change_date": soon,
                "proration_type": "IMMEDIATE",
                "config_items": [{ "product_pricing_id": pricing, "num_licenses": 9 }],
            });
            client.post(&format!("{path}/change"), &body).expect(200);
        } else {
            let body = json!({
                "timing": "CUSTOM_DATE", "custom_end_date": soon, "refund_type": "FULL",
            });
            client.post(&format!("{path}/cancel"), &body).expect(200);
        }
    }
    let all = wait_for(&client, 2 * COUNT);
    let causes: BTreeSet<(String, String)> =
        all.iter().map(|value| (text(value, "subscription_id"), text(value, "reason"))).collect();
    assert_eq!(causes.len(), all.len(), "one invoice for each cause");
    numbered(&all);
    drop((one, other));
    healthy(&url);
}
