//! Integration references and owners.

use serde_json::{Value, json};

use crate::harness::Company;
use crate::harness::client::text;

fn reference(integration: &str, kind: &str, id: &str) -> Value {
    json!({ "integration_id": integration, "remote_type": kind, "remote_id": id })
}

both! {
    fn a_remote_record_belongs_to_one_customer(company: Company) {
        let mine = json!([reference("i", "t", "1")]);
        company.customer(&json!({ "identifier": "a", "integration_references": mine }));
        let body = json!({ "identifier": "b", "integration_references": mine });
        company.post("/customers", &body).expect(409);
        company.get("/customers/b").problem(404, "not_found");
        for (index, other) in
            [("j", "t", "1"), ("i", "u", "1"), ("i", "t", "2")].into_iter().enumerate()
        {
            let references = json!([reference(other.0, other.1, other.2)]);
            let identifier = format!("o{index}");
            let body = json!({ "identifier": identifier, "integration_references": references });
            company.customer(&body);
        }
        let taken = company.patch("/customers/o0", &json!({ "integration_references": mine }));
        taken.expect(409);
        let freed = company.patch("/customers/a", &json!({ "integration_references": null }));
        freed.expect(200);
        company.patch("/customers/o0", &json!({ "integration_references": mine })).expect(200);
        let other = Company::new(&company.server);
        other.customer(&json!({ "identifier": "a", "integration_references": mine }));
    }

    fn the_parts_of_a_reference_do_not_run_together(company: Company) {
        let cases = [("ab", "c", "d"), ("a", "bc", "d"), ("a", "b", "cd")];
        for (index, parts) in cases.iter().enumerate() {
            let references = json!([reference(parts.0, parts.1, parts.2)]);
            let identifier = format!("c{index}");
            let body = json!({ "identifier": identifier, "integration_references": references });
            company.customer(&body);
        }
    }

    fn the_same_reference_twice_in_one_body(company: Company) {
        let twice = json!([reference("i", "t", "1"), reference("i", "t", "1")]);
        let body = json!({ "identifier": "a", "integration_references": twice });
        let answer = company.post("/customers", &body);
        assert!(matches!(answer.status, 201 | 409 | 422), "{}", answer.text());
    }

    fn an_owner_is_a_company_user(company: Company) {
        let invited = json!({ "email": "a@b.example" });
        let owner = text(&company.post("/company_users", &invited).expect(200), "id");
        let made = company.customer(&json!({ "identifier": "a", "owner_id": owner }));
        assert_eq!(made["owner_id"], owner);
        for unknown in ["", "usr_000000000000000000000000000", "a@b.example"] {
            let body = json!({ "identifier": "b", "owner_id": unknown });
            assert_eq!(company.post("/customers", &body).faults(), ["/owner_id"], "{unknown}");
            let answer = company.patch("/customers/a", &json!({ "owner_id": unknown }));
            assert_eq!(answer.faults(), ["/owner_id"], "{unknown}");
        }
    }
}
