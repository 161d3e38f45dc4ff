//! `POST /customers`, `GET /customers/{id}`, `PATCH /customers/{id}/start_managing`

use serde_json::{Value, json};

use super::{FIELDS, everything};
use crate::harness::Company;
use crate::harness::client::text;

both! {
    fn every_field_is_kept_and_answered(company: Company) {
        let invited = json!({ "email": "owner@acme.example" });
        let owner = text(&company.post("/company_users", &invited).expect(200), "id");
        let parent = company.named("parent");
        let mut body = everything();
        body["owner_id"] = json!(owner);
        body["parent_customer_id"] = json!(parent);
        let made = company.customer(&body);
        for (name, sent) in body.as_object().unwrap() {
            assert_eq!(&made[name], sent, "{name}");
        }
        assert_eq!(made["display_name"], "Acme GmbH");
        assert_eq!(made["status"], "ACTIVE");
        assert_eq!(made["company_id"], company.company.as_str());
        assert_eq!(made["created_at"], made["updated_at"]);
        assert_eq!(company.get(&format!("/customers/{}", text(&made, "id"))).expect(200), made);
        assert_eq!(company.get("/customers/acme").expect(200), made);
        let page = company.post("/customers/find", &json!({"query": {"identifier": "acme"}}));
        assert_eq!(page.expect(200)["results"], json!([made]));
    }

    fn every_field_is_answered_even_when_empty(company: Company) {
        let made = company.customer(&json!({ "identifier": "bare" }));
        let names: Vec<&String> = made.as_object().unwrap().keys().collect();
        for field in FIELDS {
            assert!(names.iter().any(|name| name == field), "{field} is missing");
        }
        let zero = json!({ "currency": "USD", "value_in_cents": 0 });
        let empty: &[(&str, Value)] = &[
            ("mrr", zero.clone()),
            ("arr", zero),
            ("mrr_by_currency", json!([])),
            ("metadata", json!({})),
            ("tags", json!([])),
            ("billing_emails", json!([])),
            ("integration_references", json!([])),
            ("computed_entitlements", json!([])),
            ("override_entitlements", json!([])),
            ("invoice_additional_display_fields", json!([])),
            ("child_rollup_billing", json!(false)),
            ("managed_externally", json!(false)),
            ("exclude_from_metrics", json!(false)),
            ("override_taxes", Value::Null),
            ("address", Value::Null),
            ("email", Value::Null),
            ("owner_id", Value::Null),
            ("parent_customer_id", Value::Null),
        ];
        for (name, value) in empty {
            assert_eq!(&made[*name], value, "{name}");
        }
        let id = text(&made, "id");
        let body = id.strip_prefix("cus_").expect("a customer's id begins so");
        assert!(body.len() == 27 && body.bytes().all(|b| b.is_ascii_alphanumeric()), "{id}");
    }

    fn null_is_absent_in_a_create(company: Company) {
        let mut body = everything();
        for value in body.as_object_mut().unwrap().values_mut() {
            *value = Value::Null;
        }
        body["identifier"] = json!("nulls");
        body["owner_id"] = Value::Null;
        body["parent_customer_id"] = Value::Null;
        let made = company.customer(&body);
        let bare = company.customer(&json!({ "identifier": "bare" }));
        let all = ["id", "identifier", "display_name", "created_at", "updated_at"];
        for name in FIELDS.iter().filter(|name| !all.contains(name)) {
            assert_eq!(made[*name], bare[*name], "{name}");
        }
    }

    fn the_display_name_falls_back(company: Company) {
        let mut body = json!({
            "identifier": "id", "email": "e@x.example", "name": "Name", "org_name": "Org"
        });
        for (index, (field, shown)) in
            [("org_name", "Org"), ("name", "Name"), ("email", "e@x.example")].iter().enumerate()
        {
            body["identifier"] = json!(format!("id{index}"));
            assert_eq!(company.customer(&body)["display_name"], *shown);
            body.as_object_mut().unwrap().remove(*field);
        }
        body["identifier"] = json!("last");
        assert_eq!(company.customer(&body)["display_name"], "last");
    }

    fn tags_are_a_set(company: Company) {
        let made = company.customer(&json!({ "identifier": "a", "tags": ["x", "y", "x"] }));
        assert_eq!(made["tags"], json!(["x", "y"]));
        let changed = company.patch("/customers/a", &json!({ "tags": ["z", "z"] })).expect(200);
        assert_eq!(changed["tags"], json!(["z"]));
    }

    fn start_managing_clears_the_flag(company: Company) {
        let made = company.customer(&json!({ "identifier": "a", "managed_externally": true }));
        let path = format!("/customers/{}/start_managing", text(&made, "id"));
        for body in [None, Some(""), Some("{}")] {
            let request = company.request("PATCH", &path);
            let request = body.map_or(request.clone(), |body| request.text(body));
            let answer = company.send(request).expect(200);
            assert_eq!(answer["managed_externally"], false);
        }
        let refused = company.patch(&path, &json!({ "managed_externally": true }));
        refused.expect(422);
        let by_identifier = company.request("PATCH", "/customers/a/start_managing");
        company.send(by_identifier).expect(200);
        let events: Vec<_> = company.facts().into_iter().map(|f| f["event_type"].clone()).collect();
        let edits = events.iter().filter(|event| *event == "customer.updated").count();
        assert_eq!(edits, 1, "{events:?}");
    }

    fn managed_externally_is_set_only_by_create(company: Company) {
        company.named("a");
        let answer = company.patch("/customers/a", &json!({ "managed_externally": true }));
        assert_eq!(answer.faults(), ["/managed_externally"]);
        let answer = company.post("/customers", &json!({ "identifier": "b", "status": "ACTIVE" }));
        assert_eq!(answer.faults(), ["/status"]);
    }

    fn dangerous_texts_are_only_data(company: Company) {
        let texts = [
            "<script>alert(1)</script>",
            "{{7*7}}",
            ")/JS(",
            "'; DROP TABLE customer; --",
            "\u{202e}gnp.exe",
            "👩‍👩‍👧‍👦 e\u{301}",
            "a\tb\nc",
        ];
        for (index, name) in texts.iter().enumerate() {
            let identifier = format!("c{index}");
            let mut metadata = json!({});
            metadata["__proto__"] = json!({ "polluted": name });
            metadata[*name] = json!(1);
            let body = json!({
                "identifier": identifier, "name": name, "tags": [name], "metadata": metadata
            });
            let made = company.customer(&body);
            assert_eq!(made["name"], *name);
            assert_eq!(made["metadata"], metadata);
            assert_eq!(company.found(&json!({ "name": name })), [identifier.as_str()]);
            assert_eq!(company.found(&json!({ "tags": [name] })), [identifier]);
        }
    }
}
