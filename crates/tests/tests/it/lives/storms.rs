//! Many requests about one subscription at one moment.

use serde_json::{Value, json};

use super::{begun, now, on, plan, verb};
use crate::harness::{Server, at_once};
use crate::invoices::{dollars, invoices_of};
use std::sync::Arc;

fn count(answers: &[u16], status: u16) -> usize {
    answers.iter().filter(|u16| **u16 == status).count()
}

both! {
    fn fifty_cancels(server: Arc<Server>) {
        let company = begun(&server);
        let value = on(&company, &plan(&company, "10"), &json!({}));
        let body = json!({ "timing": "IMMEDIATE", "refund_type": "FULL" });
        let answers = at_once(50, |_| verb(&company, &value, "cancel", &body).status);
        assert_eq!((count(&answers, 200), count(&answers, 409)), (1, 49), "{answers:?}");
        let invoices = invoices_of(&company, &value);
        assert_eq!(invoices.len(), 2, "one invoice, and one that gives it back");
        assert_eq!(invoices[0]["due"], dollars(0));
        let facts = company.facts();
        let cancelled = |value: &&Value| value["event_type"] == "subscription.cancelled";
        assert_eq!(facts.iter().filter(cancelled).count(), 1);
    }

    fn fifty_changes(server: Arc<Server>) {
        let company = begun(&server);
        let plans: Vec<String> = (1..=5).map(|n| plan(&company, &(n * 10).to_string())).collect();
        let value = on(&company, &plans[0], &json!({}));
        let answers = at_once(50, |n| {
            let pricing = &plans[n % plans.len()];
            let body = json!({ "product_pricing_ids": [pricing], "proration_type": "IMMEDIATE" });
            verb(&company, &value, "change", &body).status
        });
        // One after the other; who waits for too long may be told to come again.
        let done = count(&answers, 200);
        assert!(done > 25 && done + count(&answers, 409) == 50, "{answers:?}");
        let after = now(&company, &value);
        let last = &after["product_pricing_ids"][0];
        let place = plans.iter().position(|text| last == text.as_str()).unwrap();
        let price = i64::try_from(place + 1).unwrap() * 1000;
        assert_eq!(after["mrr"], dollars(price));
        // The whole period is left, so all that was billed comes to the price of the last.
        let body = json!({
            "pagination": { "limit": 200 }, "query": { "subscription_id": value["id"] }
        });
        let page = company.post("/invoices/find", &body).expect(200);
        let cents = |value: &Value| value["sub_total"]["value_in_cents"].as_i64().unwrap();
        let billed: i64 = page["results"].as_array().unwrap().iter().map(cents).sum();
        assert_eq!(billed, price);
    }

    fn a_change_a_pause_and_a_cancel(server: Arc<Server>) {
        let company = begun(&server);
        let (basic, pro) = (plan(&company, "10"), plan(&company, "20"));
        for _ in 0..4 {
            let value = on(&company, &basic, &json!({}));
            let asked = [
                ("change", json!({ "product_pricing_ids": [pro] })),
                ("pause", json!({})),
                ("cancel", json!({ "timing": "IMMEDIATE" })),
            ];
            let answers = at_once(3, |n| verb(&company, &value, asked[n].0, &asked[n].1).status);
            assert_eq!(answers[2], 200);
            assert!(answers.iter().all(|status| matches!(status, 200 | 409)), "{answers:?}");
            assert_eq!(now(&company, &value)["status"], "cancelled");
        }
    }
}
