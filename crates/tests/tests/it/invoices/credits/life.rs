//! What is sent is what is answered, and what becomes of it.

use serde_json::{Value, json};

use super::{balance, consume, give, give_units, logged};
use crate::catalog::{item, product};
use crate::harness::Company;
use crate::harness::client::{column, text};
use crate::invoices::{dollars, invoices_of, path, subscribed};

fn credit_path(credit: &Value) -> String {
    format!("/credits/{}", text(credit, "id"))
}

both! {
    fn a_credit_with_all_that_was_sent(company: Company) {
        let subscription = subscribed(&company, &json!({}));
        let (customer, product) = (text(&subscription, "customer_id"), product(&company, "Rocket"));
        let credit = give(&company, &customer, &json!({
            "subscription_id": subscription["id"], "scoped_product_ids": [product, product],
            "expiration_date": "2126-01-01T00:00:00Z", "imported_from": "old", "import_ref": "7",
            "import_created_at_ref": "2020-01-01T00:00:00Z", "state": "ACTIVE",
            "apply_to_open_invoices": { "enable": false },
        })).expect(201);
        assert_eq!(credit["amount"], dollars(1000));
        assert_eq!(credit["issued_amount"], dollars(1000));
        assert_eq!((&credit["units"], &credit["item_id"]), (&Value::Null, &Value::Null));
        assert_eq!(credit["customer_id"], customer.as_str());
        assert_eq!(credit["subscription_id"], subscription["id"]);
        assert_eq!(credit["scoped_product_ids"], json!([product]));
        assert_eq!(credit["expiration_date"], "2126-01-01T00:00:00Z");
        assert_eq!((&credit["imported_from"], &credit["import_ref"]), (&json!("old"), &json!("7")));
        assert_eq!(credit["import_created_at_ref"], "2020-01-01T00:00:00Z");
        let words = ["state", "type", "origin", "name"].map(|name| text(&credit, name));
        assert_eq!(words, ["ACTIVE", "AMOUNT", "GRANT", "Gift"]);
        assert_eq!(company.get(&credit_path(&credit)).expect(200), credit);
        give(&company, &customer, &json!({ "imported_from": "old", "import_ref": "7" }))
            .problem(409, "already_imported");
        assert_eq!(balance(&company, &customer)["total_amount"], json!({ "USD": 1000 }));
    }

    fn units_are_exact(company: Company) {
        let (customer, item) = (company.named("acme"), item(&company, "Calls"));
        let units = json!(12.000000001);
        let credit = give_units(&company, &customer, &item, &units).expect(201);
        assert_eq!((&credit["units"], &credit["issued_units"]), (&units, &units));
        assert_eq!((&credit["amount"], &credit["issued_amount"]), (&Value::Null, &Value::Null));
        assert_eq!(credit["item"]["id"], item.as_str());
        let used = consume(&company, &customer, &json!({
            "type": "UNITS", "amount": null, "units": 0.000000001, "item_id": item,
        })).expect(200);
        assert_eq!(used[0]["units"], 12);
        assert_eq!(used[0]["issued_units"], units);
        let left = balance(&company, "acme");
        assert_eq!(left["total_units"], json!({ item.as_str(): 12 }));
        assert_eq!(left["total_amount"], json!({}));
        let log = logged(&company, &json!({ "type": "units" }));
        assert_eq!(column(&json!({ "results": log }), "action_type"), ["ISSUED", "CONSUMED"]);
        assert_eq!(log[1]["units_applied"].to_string(), "0.000000001");
        assert_eq!(log[1]["item"]["id"], item.as_str());
        assert_eq!(log[1]["amount_applied"], Value::Null);
    }

    fn what_is_revoked_cannot_be_used(company: Company) {
        let customer = company.named("acme");
        let credit = give(&company, &customer, &json!({})).expect(201);
        consume(&company, &customer, &json!({ "credit_id": credit["id"] })).expect(200);
        let revoked = company.delete(&credit_path(&credit)).expect(200);
        assert_eq!((&revoked["state"], &revoked["amount"]), (&json!("REVOKED"), &dollars(0)));
        assert_eq!(revoked["issued_amount"], dollars(1000));
        company.delete(&credit_path(&credit)).problem(409, "credit_over");
        let refused = consume(&company, &customer, &json!({}));
        refused.problem(422, "invalid_request");
        company.delete("/credits/crd_000000000000000000000000000").expect(404);
        company.get("/credits/crd_000000000000000000000000000").expect(404);
        let log = json!({ "results": logged(&company, &json!({})) });
        assert_eq!(column(&log, "action_type"), ["ISSUED", "CONSUMED", "REVOKED"]);
    }

    fn it_pays_what_is_open_and_comes_back(company: Company) {
        let subscription = subscribed(&company, &json!({}));
        let customer = text(&subscription, "customer_id");
        let invoice = invoices_of(&company, &subscription).remove(0);
        let credit = give(&company, &customer, &json!({
            "amount": dollars(1500),
            "apply_to_open_invoices": { "enable": true, "invoice_uuids": [invoice["uuid"]] },
        })).expect(201);
        assert_eq!(credit["amount"], dollars(500));
        let paid = company.get(&path(&invoice, "")).expect(200);
        assert_eq!((&paid["status"], &paid["due"]), (&json!("PAID"), &dollars(0)));
        assert_eq!(paid["payments"][0]["payment_type"], "CREDIT");
        company.post(&path(&invoice, "/void"), &json!({})).expect(200);
        let back = company.get(&credit_path(&credit)).expect(200);
        assert_eq!((&back["amount"], &back["state"]), (&dollars(1500), &json!("ACTIVE")));
        let log = logged(&company, &json!({ "invoice_id": invoice["uuid"] }));
        let actions = column(&json!({ "results": log }), "action_type");
        assert_eq!(actions, ["APPLIED", "RESTORED"]);
        assert!(log.iter().all(|entry| entry["invoice"]["uuid"] == invoice["uuid"]));
    }

    fn all_that_is_open_the_oldest_first(company: Company) {
        let subscription = subscribed(&company, &json!({}));
        let customer = text(&subscription, "customer_id");
        let charge = json!({
            "customer_id": customer, "type": "IMMEDIATE",
            "onetime_items": [{ "aggregate": 1, "custom_price": { "amount": dollars(700) } }],
        });
        company.post("/one_times", &charge).expect(200);
        let all = json!({ "amount": dollars(1200), "apply_to_open_invoices": { "enable": true } });
        let credit = give(&company, &customer, &all).expect(201);
        assert_eq!((&credit["state"], &credit["amount"]), (&json!("CONSUMED"), &dollars(0)));
        let query = json!({ "query": { "customer_id": customer }, "sort_key": "createdAtAsc" });
        let found = company.post("/invoices/find", &query).expect(200);
        let due: Vec<_> =
            found["results"].as_array().unwrap().iter().map(|each| each["due"].clone()).collect();
        assert_eq!(due, [dollars(0), dollars(500)]);
    }

    fn what_became_of_it_elsewhere(company: Company) {
        let customer = company.named("acme");
        for state in ["CONSUMED", "REVOKED"] {
            let credit = give(&company, &customer, &json!({ "state": state })).expect(201);
            assert_eq!((&credit["state"], &credit["amount"]), (&json!(state), &dollars(0)));
            let log = logged(&company, &json!({ "credit_id": credit["id"] }));
            assert_eq!(column(&json!({ "results": log }), "action_type"), ["ISSUED", state]);
        }
        assert_eq!(balance(&company, &customer)["total_amount"], json!({}));
    }

    fn they_are_found(company: Company) {
        let (one, two) = (company.named("acme"), company.named("bolt"));
        let item = item(&company, "Calls");
        let first = give(&company, &one, &json!({})).expect(201);
        let second = give_units(&company, &two, &item, &json!(5)).expect(201);
        let euros = json!({ "amount": { "currency": "EUR", "value_in_cents": 5 } });
        let third = give(&company, &two, &euros).expect(201);
        company.delete(&credit_path(&third)).expect(200);
        for (query, expected) in [
            (json!({ "customer_id": one }), vec![&first]),
            (json!({ "currency": "eur" }), vec![&third]),
            (json!({ "type": "UNITS" }), vec![&second]),
            (json!({ "search": "BOLT" }), vec![&second, &third]),
            (json!({ "search": first["id"] }), vec![&first]),
            (json!({ "status": "revoked" }), vec![&third]),
            (json!({ "statuses": { "values": ["ACTIVE"] } }), vec![&first, &second]),
            (json!({ "subscription_id": "subs_1" }), vec![]),
        ] {
            let body = json!({ "query": query, "sort_key": "createdAtAsc", "include_meta": true });
            let page = company.post("/credits/find", &body).expect(200);
            let mut expected: Vec<String> = expected.iter().map(|c| text(c, "id")).collect();
            let mut found = column(&page, "id");
            expected.sort();
            found.sort();
            assert_eq!(found, expected, "{query}");
            assert_eq!(page["pagination"]["total_count"], expected.len(), "{query}");
        }
    }
}
