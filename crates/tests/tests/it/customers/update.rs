//! `PATCH /customers/{id or identifier}`

use serde_json::{Value, json};

use super::{FIELDS, everything};
use crate::harness::Company;
use crate::harness::client::text;

both! {
    fn what_is_not_sent_is_kept(company: Company) {
        let before = company.customer(&everything());
        let after = company.patch("/customers/acme", &json!({ "title": "CEO" })).expect(200);
        for name in FIELDS.iter().filter(|name| !["title", "updated_at"].contains(name)) {
            assert_eq!(after[*name], before[*name], "{name}");
        }
        assert_eq!(after["title"], "CEO");
        let empty = company.patch("/customers/acme", &json!({})).expect(200);
        assert_eq!(empty, after);
    }

    fn every_field_can_be_changed(company: Company) {
        let invited = json!({ "email": "owner@acme.example" });
        let owner = text(&company.post("/company_users", &invited).expect(200), "id");
        let parent = company.named("parent");
        company.named("plain");
        let mut body = everything();
        body.as_object_mut().unwrap().remove("managed_externally");
        body["identifier"] = json!("changed");
        body["owner_id"] = json!(owner);
        body["parent_customer_id"] = json!(parent);
        let after = company.patch("/customers/plain", &body).expect(200);
        for (name, sent) in body.as_object().unwrap() {
            assert_eq!(&after[name], sent, "{name}");
        }
        assert_eq!(company.get("/customers/changed").expect(200), after);
        company.get("/customers/plain").problem(404, "not_found");
    }

    fn null_clears(company: Company) {
        let owner = json!({ "email": "owner@acme.example" });
        let owner = text(&company.post("/company_users", &owner).expect(200), "id");
        let parent = company.named("parent");
        let mut body = everything();
        body["owner_id"] = json!(owner);
        body["parent_customer_id"] = json!(parent);
        company.customer(&body);
        let bare = company.customer(&json!({ "identifier": "bare" }));
        for name in body.as_object().unwrap().keys() {
            if ["identifier", "managed_externally"].contains(&name.as_str()) {
                continue;
            }
            let after = company.patch("/customers/acme", &json!({ name: null })).expect(200);
            assert_eq!(after[name], bare[name], "{name}");
        }
        let after = company.get("/customers/acme").expect(200);
        assert_eq!(after["display_name"], "acme");
        assert!(company.found(&json!({ "search": "lovelace" })).is_empty());
        assert!(company.found(&json!({ "tags": ["vip"] })).is_empty());
    }

    fn an_identifier_cannot_be_cleared(company: Company) {
        company.named("a");
        let answer = company.patch("/customers/a", &json!({ "identifier": null }));
        assert_eq!(answer.faults(), ["/identifier"]);
        let answer = company.patch("/customers/a", &json!({ "identifier": "" }));
        assert_eq!(answer.faults(), ["/identifier"]);
    }

    fn documents_are_replaced_whole(company: Company) {
        company.customer(&everything());
        let sent = json!({ "metadata": { "new": 1 }, "address": { "city": "Bonn" } });
        let after = company.patch("/customers/acme", &sent).expect(200);
        assert_eq!(after["metadata"], json!({ "new": 1 }));
        assert_eq!(after["address"]["city"], "Bonn");
        assert_eq!(after["address"]["country"], Value::Null);
        let references = json!({ "integration_references": [{ "remote_id": "x" }] });
        let after = company.patch("/customers/acme", &references).expect(200);
        assert_eq!(after["integration_references"].as_array().unwrap().len(), 1);
        let sent = json!({ "customer_integration_metadata": { "b": 2 } });
        let after = company.patch("/customers/acme", &sent).expect(200);
        assert_eq!(after["customer_integration_metadata"], json!({ "b": 2 }));
        assert!(company.found(&json!({ "metadata": { "plan": "gold" } })).is_empty());
        assert_eq!(company.found(&json!({ "metadata": { "new": 1 } })), ["acme"]);
    }

    fn the_display_name_follows(company: Company) {
        company.customer(&json!({ "identifier": "a", "name": "Name", "org_name": "Org" }));
        let steps = [
            (json!({ "org_name": null }), "Name"),
            (json!({ "name": null, "email": "a@b.example" }), "a@b.example"),
            (json!({ "email": null }), "a"),
            (json!({ "identifier": "b" }), "b"),
        ];
        let mut path = "/customers/a".to_owned();
        for (sent, shown) in steps {
            let after = company.patch(&path, &sent).expect(200);
            assert_eq!(after["display_name"], shown);
            path = format!("/customers/{}", text(&after, "identifier"));
        }
    }

    fn changing_the_email_leaves_the_identifier(company: Company) {
        company.customer(&json!({ "email": "old@a.example" }));
        let sent = json!({ "email": "new@a.example" });
        let after = company.patch("/customers/old%40a.example", &sent).expect(200);
        assert_eq!(after["identifier"], "old@a.example");
    }

    fn an_unknown_customer_is_not_found(company: Company) {
        let sent = json!({ "name": "x" });
        company.patch("/customers/nobody", &sent).problem(404, "not_found");
        company.patch("/customers/nobody/start_managing", &json!({})).problem(404, "not_found");
        company.get("/customers/cus_000000000000000000000000000").problem(404, "not_found");
    }
}
