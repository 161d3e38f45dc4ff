//! What is refused, by name, with nothing written.

use serde_json::{Value, json};

use super::{least, made, path, sent, signed};
use crate::catalog::{over, pricing};
use crate::harness::Company;
use crate::harness::client::text;
use crate::subscriptions::told;

both! {
    fn every_fault_is_named_by_its_field(company: Company) {
        let body = least(&company);
        let refused = |fields: Value| told(&company.post("/contracts", &over(&body, &fields)));
        let ann = "usr_000000000000000000000000000";
        for (fields, wanted) in [
            (json!({ "product_pricing_ids": null }), vec![
                "/bundle_pricing_id required", "/onetime_items required",
                "/product_pricing_ids required",
            ]),
            (json!({ "product_pricing_ids": [] , "bundle_pricing_id": "bundle_x" }),
                vec!["/bundle_pricing_id unknown"]),
            (json!({ "customer_id": "cus_000000000000000000000000000" }),
                vec!["/customer_id unknown"]),
            (json!({ "template_id": "tmpl_000000000000000000000000000" }),
                vec!["/template_id unknown"]),
            (json!({ "owner_id": ann }), vec!["/owner_id unknown"]),
            (json!({ "counter_signatories": [{ "company_user_id": ann }] }),
                vec!["/counter_signatories/0/company_user_id unknown"]),
            (json!({ "sales_user_id": "sales_000000000000000000000000000" }),
                vec!["/sales_user_id unknown"]),
            (json!({ "start_type": "SPECIFIC_DATE" }), vec!["/start_date required"]),
            (json!({ "expiration_date": "2020-01-01T00:00:00Z" }),
                vec!["/expiration_date in_the_past"]),
            (json!({ "require_payment_method": true }),
                vec!["/require_payment_method no_payment_provider"]),
            (json!({ "follow_up": true }), vec!["/follow_up no_campaigns"]),
            (json!({ "change_timing": "IMMEDIATE" }), vec!["/change_timing mismatch"]),
            (json!({ "previous_subscription_id": "subs_000000000000000000000000000" }),
                vec!["/previous_subscription_id unknown"]),
            (json!({ "options": { "completion_action": "REDIRECT" } }),
                vec!["/options/redirect_url required"]),
            (json!({ "options": { "redirect_url": "https://a.example" } }),
                vec!["/options/redirect_url mismatch"]),
            (json!({ "options": { "completion_action": "REDIRECT",
                "redirect_url": "javascript:alert(1)" } }),
                vec!["/options/redirect_url no_address"]),
            (json!({ "options": { "completion_action": "REDIRECT",
                "redirect_url": "//evil.example" } }), vec!["/options/redirect_url no_address"]),
            (json!({ "options": { "completion_action": "REDIRECT",
                "redirect_url": "data:text/html,x" } }), vec!["/options/redirect_url no_address"]),
            (json!({ "signatories": [{ "name": "A\r\nB", "email": "a@x.example" }] }),
                vec!["/signatories/0 control_character"]),
            (json!({ "signatories": [{ "name": "A", "email": "a@x.example", "signed": true }] }),
                vec!["/signatories/0/signed mismatch"]),
            (json!({ "custom_variables": { "customer.name": "x" } }),
                vec!["/custom_variables/customer.name reserved"]),
            (json!({ "discounts": [{ "name": "x", "type": "DISCOUNT_PERCENT", "percent": 0.1,
                "coupon_id": "c" }] }), vec!["/discounts/0/coupon_id unknown"]),
            (json!({ "discounts": [{ "name": "x", "type": "DISCOUNT_PERCENT" }] }),
                vec!["/discounts/0 percent_or_amount"]),
            (json!({ "minimum_spend": { "currency": "XXX", "value_in_cents": 1 } }),
                vec!["/minimum_spend/currency unknown"]),
            (json!({ "quote_plans": [{ "name": "x", "product_pricing_ids": ["price_x"] }] }),
                vec!["/quote_plans/0/product_pricing_ids/0 unknown"]),
        ] {
            assert_eq!(refused(fields.clone()), wanted, "{fields}");
        }
        let facts = company.facts();
        assert!(facts.iter().all(|fact| fact["data_type"] != "contract"));
    }

    fn the_limits_of_the_interface_at_their_edge(company: Company) {
        let body = least(&company);
        let discount = |percent: &str| {
            let percent: Value = serde_json::from_str(percent).unwrap();
            let kind = "DISCOUNT_PERCENT";
            json!({ "discounts": [{ "name": "x", "type": kind, "percent": percent }] })
        };
        let item = |aggregate: f64| json!({ "onetime_items": [{
            "aggregate": aggregate,
            "custom_price": { "amount": { "currency": "USD", "value_in_cents": 1 } },
        }] });
        let licences = |count: i64| json!({ "config_items": [{
            "product_pricing_id": body["product_pricing_ids"][0], "num_licenses": count,
        }] });
        for (fields, status) in [
            (discount("0"), 200), (discount("1"), 200),
            (discount("-0.0000001"), 422), (discount("1.0000001"), 422),
            (item(0.000000001), 200), (item(0.0), 422), (item(-1.0), 422),
            (licences(0), 200), (licences(-1), 422),
            (json!({ "term": { "count": 0, "frequency": "YEAR" } }), 422),
            (json!({ "term": { "count": 1, "frequency": "ONETIME" } }), 422),
            (json!({ "invoice_due_date_from_creation": 0 }), 200),
            (json!({ "invoice_due_date_from_creation": -1 }), 422),
            (json!({ "invoice_event_grace_period": -1 }), 422),
            (json!({ "signatories": [] }), 422),
            (json!({ "signatories": [{ "name": "x", "email": "no address" }] }), 422),
            (json!({ "signatories": [{ "name": "x" }] }), 422),
            (json!({ "title": "" }), 422), (json!({ "title": "x".repeat(256) }), 422),
            (json!({ "type": "CHECKOUT_SESSION" }), 422), (json!({ "start_type": "NOW" }), 422),
            (json!({ "status": "EXECUTED" }), 422), (json!({ "auto_charge": true }), 422),
        ] {
            let answer = company.post("/contracts", &over(&body, &fields));
            assert_eq!(answer.status, status, "{fields}: {}", answer.text());
        }
        for name in ["type", "customer_id", "config_items", "template_id", "title", "signatories",
            "start_type"]
        {
            let without = over(&body, &json!({ name: null }));
            assert_eq!(company.post("/contracts", &without).status, 422, "{name}");
        }
    }

    fn what_concerns_nobody_is_not_there(company: Company) {
        let contract = made(&company, &json!({}));
        let stranger = Company::new(&company.server);
        stranger.get(&path(&contract, "")).expect(404);
        for verb in ["/send", "/void", "/start", "/sign_offline"] {
            assert_eq!(stranger.post(&path(&contract, verb), &json!({})).status, 404, "{verb}");
        }
        let other = pricing(&stranger, &json!({}));
        let body = over(&least(&company), &json!({ "product_pricing_ids": [other["id"]] }));
        assert_eq!(told(&company.post("/contracts", &body)),
            ["/product_pricing_ids/0 unknown"]);
        let reader = company.with_access(&json!({ "proposal": "READ" }));
        reader.get(&path(&contract, "")).expect(200);
        assert_eq!(reader.post(&path(&contract, "/send"), &json!({})).status, 403);
    }

    fn what_can_no_longer_be_sent_is_said(company: Company) {
        let contract = made(&company, &json!({}));
        let pricing = text(&json!({ "id": contract["acv"]["currency"] }), "id");
        assert_eq!(pricing, "USD");
        let customer = format!("/customers/{}", text(&contract, "customer_id"));
        company.patch(&customer, &json!({ "status": "ARCHIVED" })).expect(200);
        let refused = company.post(&path(&contract, "/send"), &json!({}));
        assert_eq!(told(&refused), ["/customer_id archived"]);
        let open = sent(&company, &json!({}));
        let future = json!({ "signed_date": "2126-01-01T00:00:00Z" });
        let refused = company.post(&path(&open, "/sign_offline"), &future);
        assert_eq!(told(&refused), ["/signed_date in_the_future"]);
        assert_eq!(signed(&company, &open).expect(200)["status"], "EXECUTED");
    }
}
