//! What a contract becomes: at each start, in the past, as a change, bought once, untaxed.

use serde_json::{Value, json};

use super::{Timed, dollars, least, made, path, sent, signed};
use crate::catalog::{over, pricing};
use crate::harness::Company;
use crate::harness::client::text;
use crate::invoices::invoices_of;

both! {
    fn a_date_that_is_past_bills_what_is_past(timed: Timed) {
        let company = &timed.0;
        let contract = sent(company, &json!({
            "start_type": "SPECIFIC_DATE", "start_date": "2026-02-01T00:00:00Z",
        }));
        let late = sent(company, &json!({
            "start_type": "MANUAL_ACTION", "start_date": "2026-02-01T00:00:00Z",
        }));
        let pending = signed(company, &contract).expect(200);
        assert_eq!(pending["status"], "EXECUTED");
        assert_eq!(pending["subscription"]["status"], "pending");
        assert_eq!(pending["discounts"], json!([]));
        signed(company, &late).expect(200);
        company.post("/clock", &json!({ "now": "2026-04-15T00:00:00Z" })).expect(200);
        let started = company.get(&path(&contract, "")).expect(200);
        assert_eq!(started["subscription"]["status"], "active");
        assert_eq!(invoices_of(company, &started["subscription"]).len(), 3);
        let late = company.post(&path(&late, "/start"), &json!({})).expect(200);
        let invoices = invoices_of(company, &late["subscription"]);
        assert_eq!(invoices.len(), 3, "February, March and April");
        assert_eq!(text(&invoices[0], "billing_date"), "2026-02-01T00:00:00Z");
        assert!(invoices.iter().all(|invoice| invoice["status"] == "PENDING"));
    }

    fn it_carries_everything_over(company: Company) {
        let seller = company.post("/sales_users", &json!({ "name": "Sam" })).expect(200);
        let ann = company.post("/company_users", &json!({ "email": "ann@x.example" })).expect(200);
        let body = least(&company);
        let id = &body["product_pricing_ids"][0];
        let contract = company.post("/contracts", &over(&body, &json!({
            "status": "PENDING_SIGNATURES", "owner_id": ann["id"], "sales_user_id": seller["id"],
            "config_items": [{ "product_pricing_id": id, "num_licenses": 5 }],
            "metadata": { "deal": 7 }, "auto_charges": true, "auto_renews": false,
            "invoice_due_date_from_creation": 14, "invoice_payment_instructions": "Wire",
            "minimum_spend": dollars(9000),
            "onetime_items": [{ "aggregate": 2, "custom_price": {
                "amount": dollars(25_000), "description": "Setup" } }],
            "discounts": [{ "name": "Launch", "type": "DISCOUNT_PERCENT", "percent": 0.5 }],
            "counter_signatories": [{ "company_user_id": ann["id"], "position": 1 }],
        }))).expect(200);
        assert_eq!(contract["one_time_billables"][0]["name"], "Setup");
        assert_eq!(contract["owner"]["id"], ann["id"]);
        assert_eq!(contract["counter_signatories"][0]["email"], "ann@x.example");
        let done = signed(&company, &contract).expect(200);
        let subscription = &done["subscription"];
        for (field, wanted) in [
            ("metadata", json!({ "deal": 7 })), ("auto_charges", json!(true)),
            ("auto_renews", json!(false)), ("invoice_due_date_from_creation", json!(14)),
            ("sales_user_id", seller["id"].clone()), ("minimum_spend", dollars(9000)),
            ("mrr", dollars(2500)),
        ] {
            assert_eq!(subscription[field], wanted, "{field}");
        }
        let invoices = invoices_of(&company, subscription);
        assert_eq!(invoices[0]["sub_total"], dollars(55_000));
        assert_eq!(invoices[0]["total"], dollars(52_500));
        let charge = &done["one_time_billables"][0];
        assert_eq!(charge["state"], "INVOICED");
        let query = json!({ "query": { "customer_id": done["customer_id"] }, "pagination": {} });
        let found = company.post("/one_times/find", &query).expect(200);
        assert_eq!(found["results"][0]["id"], charge["id"]);
    }

    fn the_previous_subscription_is_changed(company: Company) {
        let first = signed(&company, &sent(&company, &json!({}))).expect(200);
        let other = pricing(&company, &json!({ "fixed_price": { "price_per_unit": "30" } }));
        let change = json!({
            "customer_id": first["customer_id"], "product_pricing_ids": [other["id"]],
            "previous_subscription_id": first["subscription_id"],
            "change_proration_type": "NONE",
        });
        let contract = sent(&company, &change);
        assert_eq!(contract["previous_arr"], dollars(12_000));
        assert_eq!(contract["previous_subscription"]["id"], first["subscription_id"]);
        let changes = contract["previous_sub_change"].as_array().unwrap().iter();
        let actions: Vec<&Value> = changes.map(|change| &change["action"]).collect();
        assert_eq!(actions, ["REMOVED", "ADDED"]);
        let done = signed(&company, &contract).expect(200);
        assert_eq!(done["subscription_id"], first["subscription_id"]);
        assert_eq!(done["subscription"]["product_pricing_ids"], json!([other["id"]]));
        assert_eq!(done["subscription"]["mrr"], dollars(3000));
        let stranger = over(&least(&company), &json!({
            "previous_subscription_id": first["subscription_id"],
        }));
        let refused = company.post("/contracts", &stranger);
        assert_eq!(refused.faults(), ["/previous_subscription_id"]);
        let cancel = format!("/subscriptions/{}/cancel", text(&first, "subscription_id"));
        company.post(&cancel, &json!({ "timing": "IMMEDIATE" })).expect(200);
        let ended = company.post("/contracts", &over(&least(&company), &change));
        assert_eq!(ended.faults(), ["/previous_subscription_id"]);
    }

    fn what_is_bought_once_makes_no_subscription(company: Company) {
        let contract = sent(&company, &json!({
            "product_pricing_ids": null, "term": null,
            "onetime_items": [{ "aggregate": 3, "custom_price": { "amount": dollars(1000) } }],
            "discounts": [{ "name": "Less", "type": "DISCOUNT_AMOUNT", "amount": dollars(500) }],
        }));
        assert_eq!((&contract["acv"], &contract["tcv"]), (&dollars(0), &dollars(2500)));
        let done = signed(&company, &contract).expect(200);
        assert_eq!(done["status"], "EXECUTED");
        assert_eq!(done["subscription_id"], Value::Null);
        assert_eq!(done["one_time_billables"][0]["state"], "INVOICED");
        let query = json!({ "query": { "customer_id": done["customer_id"] } });
        let found = company.post("/invoices/find", &query).expect(200);
        assert_eq!(found["results"][0]["total"], dollars(2500));
    }

    fn an_untaxed_contract_makes_an_untaxed_subscription(company: Company) {
        company.patch("", &json!({ "taxes": [{ "name": "VAT", "rate": 0.2 }] })).expect(200);
        let taxed = signed(&company, &sent(&company, &json!({}))).expect(200);
        let untaxed = sent(&company, &json!({ "options": { "collect_taxes": false } }));
        let untaxed = signed(&company, &untaxed).expect(200);
        let total = |contract: &Value| {
            invoices_of(&company, &contract["subscription"])[0]["total"].clone()
        };
        assert_eq!(total(&taxed), dollars(1200));
        assert_eq!(total(&untaxed), dollars(1000));
    }

    fn what_was_archived_since_is_honoured_and_an_archived_customer_is_not(company: Company) {
        let body = least(&company);
        let contract = company.post("/contracts",
            &over(&body, &json!({ "status": "PENDING_SIGNATURES" }))).expect(200);
        let id = text(&json!({ "id": body["product_pricing_ids"][0] }), "id");
        company.patch(&format!("/pricing/{id}"), &json!({ "state": "ARCHIVED" })).expect(200);
        company.post("/contracts", &body).expect(422);
        let gone = sent(&company, &json!({}));
        let customer = format!("/customers/{}", text(&gone, "customer_id"));
        company.patch(&customer, &json!({ "status": "ARCHIVED" })).expect(200);
        let refused = signed(&company, &gone).problem(409, "not_executable");
        assert!(text(&refused, "detail").contains("archived"), "{refused}");
        let still = company.get(&path(&gone, "")).expect(200);
        assert_eq!(still["status"], "PENDING_SIGNATURES");
        assert_eq!(signed(&company, &contract).expect(200)["status"], "EXECUTED");
    }

    fn what_signing_asks_of_the_customer_has_to_be_there(company: Company) {
        let contract = sent(&company, &json!({ "options": { "requires_customer_phone": true } }));
        signed(&company, &contract).problem(409, "customer_phone_missing");
        let customer = format!("/customers/{}", text(&contract, "customer_id"));
        company.patch(&customer, &json!({ "phone": "+1 555" })).expect(200);
        assert_eq!(signed(&company, &contract).expect(200)["status"], "EXECUTED");
        let draft = made(&company, &json!({}));
        assert_eq!(draft["options"]["collect_taxes"], true);
    }
}
