//! Many credits of one customer: bought, used by one invoice, given back, consumed.
//! `MANY_CREDITS=10000` in the environment makes ten thousand of them, which takes a release build.

use serde_json::{Value, json};

use super::{balance, consume};
use crate::catalog::{made, product};
use crate::harness::Company;
use crate::harness::client::text;
use crate::invoices::{dollars, path};

/// So many credits an order buys.
const EACH: i64 = 100;

/// So many credits in all.
fn count() -> i64 {
    let wanted = std::env::var("MANY_CREDITS").ok().and_then(|text| text.parse().ok());
    wanted.unwrap_or(500)
}

both! {
    fn as_many_as_are_bought(company: Company) {
        let count = count();
        let customer = company.named("acme");
        let cent = made(&company, "/pricing", &json!({
            "product_id": product(&company, "Cents"), "name": "A cent", "currency": "USD",
            "type": "ONETIME", "pricing_type": "FIXED", "fixed_price": { "price_per_unit": "0.01" },
            "credit_price": {
                "type": "AMOUNT", "amount": dollars(1), "expiration_policy": "NEVER",
            },
        }));
        let item = json!({ "aggregate": 1, "product_pricing_id": cent["id"] });
        let items: Vec<Value> = (0..EACH).map(|_| item.clone()).collect();
        let order = json!({ "customer_id": customer, "type": "IMMEDIATE", "onetime_items": items });
        for _ in 0..count / EACH {
            company.post("/one_times", &order).expect(200);
        }
        assert_eq!(balance(&company, &customer)["total_amount"], json!({ "USD": count }));
        let charge = json!({
            "customer_id": customer, "type": "IMMEDIATE",
            "onetime_items": [{ "aggregate": 1, "custom_price": { "amount": dollars(count - 1) } }],
        });
        company.post("/one_times", &charge).expect(200);
        assert_eq!(balance(&company, &customer)["total_amount"], json!({ "USD": 1 }));
        let query = json!({ "query": { "customer_id": customer }, "pagination": { "limit": 1 } });
        let paid = company.post("/invoices/find", &query).expect(200)["results"][0].clone();
        assert_eq!((&paid["status"], &paid["total"]), (&json!("PAID"), &dollars(0)));
        let short = consume(&company, &customer, &json!({ "amount": dollars(2) }));
        short.problem(422, "invalid_request");
        company.post(&path(&paid, "/void"), &json!({})).expect(200);
        assert_eq!(balance(&company, &customer)["total_amount"], json!({ "USD": count }));
        let used = consume(&company, &customer, &json!({ "amount": dollars(count) })).expect(200);
        let used = used.as_array().unwrap();
        assert!(used.iter().all(|credit| text(credit, "state") == "CONSUMED"));
        assert_eq!(i64::try_from(used.len()), Ok(count));
        assert_eq!(balance(&company, &customer)["total_amount"], json!({}));
        let ledger = company.get("/credits/ledger/acme").expect(200);
        let account = &ledger["accounts"][0];
        assert_eq!(account["movements_count"], 2 * count + 2 * (count - 1));
        assert_eq!((&account["issued"], &account["closing"]), (&json!(count), &json!(0)));
    }
}
