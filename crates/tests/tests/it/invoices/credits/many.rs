//! Ten thousand credits of one customer: bought, used by one invoice, given back, consumed.

use serde_json::{Value, json};

use super::{balance, consume};
use crate::catalog::{made, product};
use crate::harness::Company;
use crate::harness::client::text;
use crate::invoices::{dollars, path};

/// A hundred credits an order, a hundred orders.
const ORDERS: i64 = 100;

both! {
    fn ten_thousand_credits(company: Company) {
        let customer = company.named("acme");
        let cent = made(&company, "/pricing", &json!({
            "product_id": product(&company, "Cents"), "name": "A cent", "currency": "USD",
            "type": "ONETIME", "pricing_type": "FIXED", "fixed_price": { "price_per_unit": "0.01" },
            "credit_price": {
                "type": "AMOUNT", "amount": dollars(1), "expiration_policy": "NEVER",
            },
        }));
        let item = json!({ "aggregate": 1, "product_pricing_id": cent["id"] });
        let items: Vec<Value> = (0..100).map(|_| item.clone()).collect();
        let order = json!({ "customer_id": customer, "type": "IMMEDIATE", "onetime_items": items });
        for _ in 0..ORDERS {
            company.post("/one_times", &order).expect(200);
        }
        assert_eq!(balance(&company, &customer)["total_amount"], json!({ "USD": 10_000 }));
        let charge = json!({
            "customer_id": customer, "type": "IMMEDIATE",
            "onetime_items": [{ "aggregate": 1, "custom_price": { "amount": dollars(9_999) } }],
        });
        company.post("/one_times", &charge).expect(200);
        assert_eq!(balance(&company, &customer)["total_amount"], json!({ "USD": 1 }));
        let query = json!({ "query": { "customer_id": customer }, "pagination": { "limit": 1 } });
        let paid = company.post("/invoices/find", &query).expect(200)["results"][0].clone();
        assert_eq!((&paid["status"], &paid["total"]), (&json!("PAID"), &dollars(0)));
        let short = consume(&company, &customer, &json!({ "amount": dollars(2) }));
        short.problem(422, "invalid_request");
        company.post(&path(&paid, "/void"), &json!({})).expect(200);
        assert_eq!(balance(&company, &customer)["total_amount"], json!({ "USD": 10_000 }));
        let used = consume(&company, &customer, &json!({ "amount": dollars(10_000) })).expect(200);
        assert_eq!(used.as_array().unwrap().len(), 10_000);
        assert_eq!(text(&used[9_999], "state"), "CONSUMED");
        assert_eq!(balance(&company, &customer)["total_amount"], json!({}));
        let ledger = company.get("/credits/ledger/acme").expect(200);
        let account = &ledger["accounts"][0];
        assert_eq!(account["movements_count"], 10_000 + 2 * 9_999 + 10_000);
        assert_eq!((&account["issued"], &account["closing"]), (&json!(10_000), &json!(0)));
    }
}
