//! `status`

use serde_json::json;

use crate::harness::Company;

both! {
    fn a_customer_is_archived_and_comes_back(company: Company) {
        company.named("a");
        let after = company.patch("/customers/a", &json!({ "status": "ARCHIVED" })).expect(200);
        assert_eq!(after["status"], "ARCHIVED");
        assert_eq!(company.get("/customers/a").expect(200)["status"], "ARCHIVED");
        assert_eq!(company.found(&json!({ "status": "archived" })), ["a"]);
        assert!(company.found(&json!({ "status": "ACTIVE" })).is_empty());
        let after = company.patch("/customers/a", &json!({ "status": "ACTIVE" })).expect(200);
        assert_eq!(after["status"], "ACTIVE");
        let events: Vec<_> = company.facts().into_iter().map(|f| f["event_type"].clone()).collect();
        assert!(events.contains(&json!("customer.archived")), "{events:?}");
        assert!(events.contains(&json!("customer.updated")), "{events:?}");
    }

    fn other_states_are_refused(company: Company) {
        company.named("a");
        for status in [json!("PAID"), json!("deleted"), json!(""), json!(1), json!(true)] {
            let answer = company.patch("/customers/a", &json!({ "status": status }));
            assert_eq!(answer.faults(), ["/status"], "{status}");
        }
    }

    fn an_identifier_stays_taken_when_archived(company: Company) {
        company.named("a");
        company.patch("/customers/a", &json!({ "status": "ARCHIVED" })).expect(200);
        company.post("/customers", &json!({ "identifier": "a" })).problem(409, "identifier_taken");
    }
}
