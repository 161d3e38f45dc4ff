//! Many at once: no cent is used twice.

use std::sync::Arc;

use serde_json::json;

use super::{balance, consume, give, logged};
use crate::harness::client::text;
use crate::harness::{Company, Server, at_once};
use crate::invoices::{dollars, path};

both! {
    fn sixty_four_on_one_balance(company: Company) {
        let customer = company.named("acme");
        for _ in 0..3 {
            give(&company, &customer, &json!({})).expect(201);
        }
        let client = company.client();
        let taken = at_once(64, |_| {
            let body = json!({ "amount": dollars(70) });
            let answer = consume(&client, &customer, &body);
            match answer.status {
                200 => 70_i64,
                _ => {
                    answer.problem(422, "invalid_request");
                    0
                }
            }
        });
        // Thirty dollars are 42 times 70 cents, and 60 cents.
        assert_eq!(taken.iter().sum::<i64>(), 2940);
        assert_eq!(balance(&company, &customer)["total_amount"], json!({ "USD": 60 }));
        let log = logged(&company, &json!({ "action_type": "CONSUMED" }));
        let cents = log.iter().map(|entry| entry["amount_applied"]["value_in_cents"].as_i64());
        assert_eq!(cents.map(Option::unwrap).sum::<i64>(), 2940);
    }

    fn one_credit_against_ten_invoices(company: Company) {
        let customer = company.named("acme");
        let charge = json!({
            "customer_id": customer, "type": "IMMEDIATE",
            "onetime_items": [{ "aggregate": 1, "custom_price": { "amount": dollars(300) } }],
        });
        give(&company, &customer, &json!({})).expect(201);
        let client = company.client();
        at_once(10, |_| client.post("/one_times", &charge).expect(200));
        let query = json!({ "query": { "customer_id": customer } });
        let found = company.post("/invoices/find", &query).expect(200);
        let due = found["results"].as_array().unwrap().iter();
        let due: i64 = due.map(|each| each["due"]["value_in_cents"].as_i64().unwrap()).sum();
        assert_eq!(due, 2000, "thirty dollars less one credit of ten");
        let log = logged(&company, &json!({ "action_type": "APPLIED" }));
        let applied: i64 =
            log.iter().map(|e| e["amount_applied"]["value_in_cents"].as_i64().unwrap()).sum();
        assert_eq!(applied, 1000);
        assert_eq!(text(&log[0]["credit"], "state"), "CONSUMED");
    }

    fn everything_at_one_instant(server: Arc<Server>) {
        let company = Company::dev(&server);
        company.post("/clock", &json!({ "now": "2026-01-01T00:00:00Z" })).expect(200);
        let customer = company.named("acme");
        let charge = |cents: i64| json!({
            "customer_id": customer, "type": "IMMEDIATE",
            "onetime_items": [{ "aggregate": 1, "custom_price": { "amount": dollars(cents) } }],
        });
        for round in 1..=4 {
            let lapsing = format!("2026-0{}-01T00:00:00Z", round + 1);
            let credit = give(&company, &customer, &json!({ "expiration_date": lapsing }));
            let credit = credit.expect(201);
            company.post("/one_times", &charge(400)).expect(200);
            let newest = json!({ "limit": 1 });
            let query = json!({ "query": { "customer_id": customer }, "pagination": newest });
            let paid = company.post("/invoices/find", &query).expect(200)["results"][0].clone();
            let client = company.client();
            let answers = at_once(6, |n| match n {
                0 => client.post(&path(&paid, "/void"), &json!({})),
                1 => client.post("/clock", &json!({ "now": lapsing })),
                2 => client.delete(&format!("/credits/{}", text(&credit, "id"))),
                3 => client.post("/one_times", &charge(300)),
                _ => consume(&client, &customer, &json!({ "amount": dollars(250) })),
            });
            for answer in &answers {
                assert!(matches!(answer.status, 200 | 409 | 422), "{}", answer.text());
            }
        }
        company.post("/clock", &json!({ "now": "2026-07-01T00:00:00Z" })).expect(200);
        // What came of it depends on who came first; that it adds up does not.
        let ledger = company.get("/credits/ledger/acme").expect(200);
        let account = &ledger["accounts"][0];
        let sum = |names: &[&str]| -> i64 {
            names.iter().map(|name| account[name].as_i64().unwrap()).sum()
        };
        let taken = sum(&["applied", "consumed", "expired", "revoked"]);
        assert_eq!(sum(&["issued", "restored"]) - taken, sum(&["closing"]));
        assert_eq!(sum(&["issued"]), 4000);
        let left = balance(&company, &customer)["total_amount"]["USD"].as_i64().unwrap_or(0);
        assert_eq!(left, sum(&["closing"]));
    }
}
