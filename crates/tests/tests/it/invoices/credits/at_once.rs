//! Many at once: no cent is used twice.

use serde_json::json;

use super::{balance, consume, give, logged};
use crate::harness::client::text;
use crate::harness::{Company, at_once};
use crate::invoices::dollars;

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
}
