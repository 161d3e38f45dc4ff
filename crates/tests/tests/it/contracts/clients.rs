//! All nine operations of the interface, called as its clients call them, one after the other.

use serde_json::json;

use super::{dollars, standard};
use crate::catalog::pricing;
use crate::harness::Company;
use crate::harness::client::text;

both! {
    fn nine_operations(company: Company) {
        let monthly = pricing(&company, &json!({}));
        let bundle = json!({ "name": "Team", "product_pricing_ids": [monthly["id"]] });
        let bundle = company.post("/bundles", &bundle).expect(200);
        let customer = company.named("acme");

        // Update Customer, by its identifier.
        let patch = json!({ "org_name": "Acme Inc", "email": "billing@acme.example" });
        let updated = company.patch("/customers/acme", &patch).expect(200);
        assert_eq!(updated["display_name"], "Acme Inc");

        // Find Bundles.
        let query = json!({ "pagination": { "limit": 5 }, "query": { "search": "team" } });
        let bundles = company.post("/bundles/find", &query).expect(200);
        assert_eq!(bundles["results"][0]["id"], bundle["id"]);

        // Create Contract, with no more than its clients must send.
        let body = json!({
            "type": "CONTRACT", "customer_id": customer, "config_items": [],
            "template_id": standard(&company), "title": "Team plan",
            "signatories": [{ "name": "Ann", "email": "ann@acme.example" }],
            "start_type": "ON_COMPLETION", "bundle_pricing_id": bundle["id"],
            "status": "PENDING_SIGNATURES",
        });
        let contract = company.post("/contracts", &body).expect(200);
        assert_eq!(contract["status"], "PENDING_SIGNATURES");
        assert_eq!(contract["bundle_pricing"]["name"], "Team");
        assert_eq!(contract["customer"]["org_name"], "Acme Inc");
        let fields = contract.as_object().unwrap().len();
        assert_eq!(fields, 78, "the contract of the interface");
        let sign = format!("/contracts/{}/sign_offline", text(&contract, "id"));
        let executed = company.post(&sign, &json!({})).expect(200);

        // Get Subscription, Create Subscription, Find Subscriptions.
        let id = text(&executed, "subscription_id");
        let got = company.get(&format!("/subscriptions/{id}")).expect(200);
        assert_eq!(got["bundle_pricing_id"], bundle["id"]);
        let body = json!({
            "config_items": [{ "product_pricing_id": monthly["id"], "num_licenses": 3 }],
            "currency": "USD", "customer_id": customer, "product_pricing_ids": [monthly["id"]],
            "onetime_items": [],
        });
        company.post("/subscriptions", &body).expect(200);
        let query = json!({ "query": { "customer_id": customer }, "include_meta": true });
        let found = company.post("/subscriptions/find", &query).expect(200);
        assert_eq!(found["pagination"]["total_count"], 2);

        // Find One-Time Charges.
        let charge = json!({ "customer_id": customer, "onetime_items": [
            { "aggregate": 1, "custom_price": { "amount": dollars(700) } },
        ] });
        company.post("/one_times", &charge).expect(200);
        let query = json!({ "pagination": { "limit": 10 }, "query": { "customer_id": customer } });
        let charges = company.post("/one_times/find", &query).expect(200);
        assert_eq!(charges["results"][0]["state"], "INVOICED");

        // Find Credit Logs: what a credit paid of the next charge.
        let credit = json!({ "customer_id": customer, "type": "AMOUNT", "amount": dollars(100) });
        company.post("/credits", &credit).expect(201);
        company.post("/one_times", &charge).expect(200);
        let query = json!({ "query": { "action_type": "APPLIED" }, "sort_key": "createdAtDesc" });
        let logs = company.post("/credits/logs/find", &query).expect(200);
        assert_eq!(logs["results"][0]["amount_applied"], dollars(100));

        // Void Invoice.
        let invoice = text(&logs["results"][0]["invoice"], "uuid");
        let void = company.post(&format!("/invoices/{invoice}/void"), &json!({})).expect(200);
        assert_eq!(void["status"], "VOID");
    }
}
