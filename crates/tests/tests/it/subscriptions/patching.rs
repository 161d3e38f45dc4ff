//! `PATCH /subscriptions/{id}`: details of a subscription that are no change of its plans.

use serde_json::{Value, json};

use super::{everything, least, sent, told};
use crate::harness::client::text;
use crate::harness::{Answer, Client, Company};

#[track_caller]
fn patched(client: &Client, record: &Value, fields: &Value) -> Answer {
    client.patch(&format!("/subscriptions/{}", text(record, "id")), fields)
}

both! {
    fn what_is_sent_replaces_and_null_clears(company: Company) {
        let mut record = sent(&company, &least(&company), &json!({})).expect(200);
        let amount = json!({ "currency": "USD", "value_in_cents": 500 });
        let cases = [
            ("identifier", json!("new"), Value::Null),
            ("group_id", json!("g"), Value::Null),
            ("auto_charges", json!(true), json!(false)),
            ("invoice_additional_display_fields", json!([{ "name": "PO", "value": "1" }]),
                json!([])),
            ("invoice_due_date_from_creation", json!(14), Value::Null),
            ("invoice_payment_instructions", json!("by wire"), Value::Null),
            ("metadata", json!({ "a": { "b": 1 } }), json!({})),
            ("minimum_spend", amount, Value::Null),
            ("tags", json!(["a", "b"]), json!([])),
        ];
        for (name, value, _) in &cases {
            let after = patched(&company, &record, &json!({ *name: value })).expect(200);
            assert_eq!(&after[*name], value, "{name}");
            for (other, kept) in record.as_object().unwrap() {
                if other != name && !["updated_at", "customer"].contains(&other.as_str()) {
                    assert_eq!(&after[other], kept, "{other} beside {name}");
                }
            }
            let tail = format!("/subscriptions/{}", text(&record, "id"));
            assert_eq!(company.get(&tail).expect(200), after, "{name}");
            assert!(after["updated_at"].as_str() >= record["updated_at"].as_str());
            record = after;
        }
        for (name, _, cleared) in &cases {
            record = patched(&company, &record, &json!({ *name: null })).expect(200);
            assert_eq!(&record[*name], cleared, "{name}");
        }
    }

    fn a_change_is_told_once_and_no_change_never(company: Company) {
        let record = sent(&company, &least(&company), &json!({ "tags": ["a"] })).expect(200);
        let facts = company.facts().len();
        let same = patched(&company, &record, &json!({ "tags": ["a"] })).expect(200);
        assert_eq!(same, record);
        assert_eq!(company.facts().len(), facts);
        patched(&company, &record, &json!({ "tags": ["a", "b", "a"] })).expect(200);
        let told = company.facts();
        assert_eq!(told.len(), facts + 1);
        let fact = told.last().unwrap();
        assert_eq!(fact["event_type"], "subscription.updated");
        assert_eq!(fact["data"]["values"], json!({ "tags": ["a", "b"] }));
    }

    fn searches_follow(company: Company) {
        let fields = json!({ "tags": ["old"], "metadata": { "k": "old" } });
        let record = sent(&company, &least(&company), &fields).expect(200);
        patched(&company, &record, &json!({
            "tags": ["new"], "group_id": "g", "identifier": "brand new", "auto_charges": true
        })).expect(200);
        let found = |query: Value| {
            let page = company.post("/subscriptions/find", &json!({ "query": query })).expect(200);
            page["results"].as_array().unwrap().len()
        };
        assert_eq!(found(json!({ "tags": ["new"] })), 1);
        assert_eq!(found(json!({ "tags": ["old"] })), 0);
        assert_eq!(found(json!({ "group_id": "g" })), 1);
        assert_eq!(found(json!({ "search": "brand" })), 1);
        assert_eq!(found(json!({ "auto_charges": true })), 1);
        assert_eq!(found(json!({ "product_pricing_id": record["product_pricing_ids"][0] })), 1);
    }

    fn what_cannot_be(company: Company) {
        let body = least(&company);
        sent(&company, &body, &json!({ "identifier": "taken" })).expect(200);
        let record = sent(&company, &body, &json!({})).expect(200);
        let cases = [
            (json!({ "identifier": "subs_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa" }), "/identifier reserved"),
            (json!({ "identifier": "" }), "/identifier min_length"),
            (json!({ "invoice_due_date_from_creation": -1 }),
                "/invoice_due_date_from_creation minimum"),
            (json!({ "minimum_spend": { "currency": "EUR", "value_in_cents": 1 } }),
                "/minimum_spend/currency currency_mismatch"),
            (json!({ "minimum_spend": { "currency": "USD", "value_in_cents": -1 } }),
                "/minimum_spend/value_in_cents negative"),
            (json!({ "parent_billed": true }), "/parent_billed no_parent"),
            (json!({ "override_entitlements": [{ "key": "k", "value": 1 }] }),
                "/override_entitlements/0 unknown"),
            (json!({ "status": "ended" }), "/status unknown_field"),
            (json!({ "product_pricing_ids": [] }), "/product_pricing_ids unknown_field"),
            (json!({ "end_date": "2030-01-01T00:00:00Z" }), "/end_date unknown_field"),
        ];
        for (fields, fault) in cases {
            assert_eq!(told(&patched(&company, &record, &fields)), [fault], "{fields}");
        }
        let taken = patched(&company, &record, &json!({ "identifier": "taken" }));
        taken.problem(409, "identifier_taken");
        let tail = format!("/subscriptions/{}", text(&record, "id"));
        assert_eq!(company.get(&tail).expect(200), record, "nothing was changed");
    }

    fn all_of_it_at_once(company: Company) {
        let record = company.post("/subscriptions", &everything(&company)).expect(200);
        let fields = json!({
            "identifier": null, "group_id": "other", "auto_charges": false, "tags": null,
            "metadata": { "new": true }, "minimum_spend": null,
            "invoice_payment_instructions": "new", "invoice_due_date_from_creation": 1,
            "payment_method_id": null, "parent_billed": false, "override_entitlements": [],
            "invoice_additional_display_fields": [{ "name": "n", "value": "v" }],
        });
        let after = patched(&company, &record, &fields).expect(200);
        for (name, value) in fields.as_object().unwrap() {
            let wanted = if name == "tags" { &json!([]) } else { value };
            assert_eq!(&after[name], wanted, "{name}");
        }
        assert_eq!(after["discounts"], record["discounts"]);
        assert_eq!(after["config_items"], record["config_items"]);
    }
}
