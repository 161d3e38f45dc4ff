//! Find Credit Logs: whole entries, every filter, every order, page by page.

use serde_json::{Value, json};

use super::{consume, give, logged};
use crate::harness::Company;
use crate::harness::client::{column, text};
use crate::invoices::{dollars, invoices_of, subscribed};

const ENTRY: &str = "action_type amount_applied created_at credit credit_id customer \
    customer_id id invoice invoice_id item item_id metric_record_id note type units_applied updated_at";

both! {
    fn a_whole_entry(company: Company) {
        let parent = company.named("parent");
        let subscription = subscribed(&company, &json!({}));
        let customer = text(&subscription, "customer_id");
        let child = json!({ "parent_customer_id": parent, "phone": "1" });
        company.patch(&format!("/customers/{customer}"), &child).expect(200);
        let invoice = invoices_of(&company, &subscription).remove(0);
        let credit = give(&company, &customer, &json!({
            "amount": dollars(400), "apply_to_open_invoices": { "enable": true },
        })).expect(201);
        let log = logged(&company, &json!({ "action_type": "applied" }));
        assert_eq!(log.len(), 1);
        let entry = &log[0];
        let names: Vec<&String> = entry.as_object().unwrap().keys().collect();
        assert_eq!(names, ENTRY.split_whitespace().collect::<Vec<_>>());
        assert_eq!(entry["amount_applied"], dollars(400));
        assert_eq!(entry["credit"], credit);
        assert_eq!(entry["customer"]["id"], customer.as_str());
        assert_eq!(entry["customer"]["phone"], "1");
        assert_eq!(entry["customer"]["parent_customer"]["id"], parent.as_str());
        assert_eq!(entry["customer"]["parent_customer"]["parent_customer"], Value::Null);
        let path = format!("/invoices/{}", text(&invoice, "uuid"));
        assert_eq!(entry["invoice"], company.get(&path).expect(200));
        assert_eq!(entry["updated_at"], entry["created_at"]);
        assert_eq!((&entry["type"], &entry["item"]), (&json!("AMOUNT"), &Value::Null));
    }

    fn every_filter(company: Company) {
        let (one, two) = (company.named("acme"), company.named("bolt"));
        let credit = give(&company, &one, &json!({})).expect(201);
        give(&company, &two, &json!({})).expect(201);
        consume(&company, &one, &json!({ "note": "Workshop in Zürich" })).expect(200);
        consume(&company, &two, &json!({ "note": "Travel" })).expect(200);
        for (query, expected) in [
            (json!({}), vec!["ISSUED", "ISSUED", "CONSUMED", "CONSUMED"]),
            (json!({ "action_type": "consumed" }), vec!["CONSUMED", "CONSUMED"]),
            (json!({ "action_type": "EXPIRED" }), vec![]),
            (json!({ "credit_id": credit["id"] }), vec!["ISSUED", "CONSUMED"]),
            (json!({ "customer_id": two }), vec!["ISSUED", "CONSUMED"]),
            (json!({ "invoice_id": "none" }), vec![]),
            (json!({ "note": "SHOP in z" }), vec!["CONSUMED"]),
            (json!({ "note": "shop%" }), vec![]),
            (json!({ "search": "BOL" }), vec!["ISSUED", "CONSUMED"]),
            (json!({ "search": credit["id"] }), vec!["ISSUED", "CONSUMED"]),
            (json!({ "type": "amount", "note": "" , "search": " " }),
                vec!["ISSUED", "ISSUED", "CONSUMED", "CONSUMED"]),
            (json!({ "type": "UNITS" }), vec![]),
        ] {
            let log = json!({ "results": logged(&company, &query) });
            assert_eq!(column(&log, "action_type"), expected, "{query}");
        }
    }

    fn page_by_page_in_every_order(company: Company) {
        let customer = company.named("acme");
        give(&company, &customer, &json!({})).expect(201);
        for _ in 0..7 {
            consume(&company, &customer, &json!({ "amount": dollars(1) })).expect(200);
        }
        for (key, oldest_first) in [
            ("createdAtDesc", false), ("createdAtAsc", true), ("updatedAtAsc", true),
            ("updatedAtDesc", false), ("", false),
        ] {
            let (mut ids, mut from) = (Vec::new(), Value::Null);
            loop {
                let body = json!({
                    "sort_key": key, "include_meta": true,
                    "pagination": { "limit": 3, "from_key": from },
                });
                let page = company.post("/credits/logs/find", &body).expect(200);
                assert_eq!(page["pagination"]["total_count"], 8);
                ids.extend(column(&page, "id"));
                from = page["pagination"]["from_key"].clone();
                if from.is_null() {
                    break;
                }
            }
            let mut expected: Vec<String> =
                logged(&company, &json!({})).iter().map(|entry| text(entry, "id")).collect();
            if !oldest_first {
                expected.reverse();
            }
            assert_eq!(ids, expected, "{key}");
        }
        let reader = company.with_access(&json!({ "invoices": "WRITE" }));
        reader.post("/credits/logs/find", &json!({})).expect(403);
    }
}
