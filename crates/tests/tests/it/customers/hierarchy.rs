//! Parents and children.

use serde_json::json;

use crate::harness::client::text;
use crate::harness::{Client, Company, at_once};

fn child(company: &Client, identifier: &str, parent: &str) -> String {
    let body = json!({ "identifier": identifier, "parent_customer_id": parent });
    text(&company.customer(&body), "id")
}

/// A chain of customers, the first at the top.
fn chain(company: &Client, name: &str, length: usize) -> Vec<String> {
    let mut all = vec![company.named(&format!("{name}0"))];
    while all.len() < length {
        all.push(child(company, &format!("{name}{}", all.len()), all.last().unwrap()));
    }
    all
}

both! {
    fn a_parent_must_exist(company: Company) {
        let unknown = format!("cus_{}", "0".repeat(27));
        company.named("a");
        for parent in [unknown.as_str(), "a", "", "nonsense"] {
            let body = json!({ "identifier": "child", "parent_customer_id": parent });
            let answer = company.post("/customers", &body);
            assert_eq!(answer.faults(), ["/parent_customer_id"], "{parent}");
            let answer = company.patch("/customers/a", &json!({ "parent_customer_id": parent }));
            assert_eq!(answer.faults(), ["/parent_customer_id"], "{parent}");
        }
        assert_eq!(company.found(&json!({})), ["a"]);
    }

    fn nobody_is_below_themselves(company: Company) {
        let all = chain(&company, "c", 4);
        for below in &all {
            let path = format!("/customers/{}", all[0]);
            let answer = company.patch(&path, &json!({ "parent_customer_id": below }));
            assert_eq!(answer.faults(), ["/parent_customer_id"]);
        }
        let top = company.get(&format!("/customers/{}", all[0])).expect(200);
        assert!(top["parent_customer_id"].is_null());
    }

    fn ten_levels_are_the_most(company: Company) {
        let all = chain(&company, "c", 11);
        let body = json!({ "identifier": "low", "parent_customer_id": all[10] });
        assert_eq!(company.post("/customers", &body).faults(), ["/parent_customer_id"]);
        child(&company, "beside", &all[9]);
        let pair = chain(&company, "p", 2);
        let path = format!("/customers/{}", pair[0]);
        let answer = company.patch(&path, &json!({ "parent_customer_id": all[9] }));
        assert_eq!(answer.faults(), ["/parent_customer_id"], "its child would be too deep");
        company.patch(&path, &json!({ "parent_customer_id": all[8] })).expect(200);
    }

    fn a_child_can_leave_and_move(company: Company) {
        let all = chain(&company, "c", 3);
        let path = format!("/customers/{}", all[2]);
        let after = company.patch(&path, &json!({ "parent_customer_id": all[0] })).expect(200);
        assert_eq!(after["parent_customer_id"], all[0]);
        let after = company.patch(&path, &json!({ "parent_customer_id": null })).expect(200);
        assert!(after["parent_customer_id"].is_null());
        assert_eq!(company.found(&json!({ "has_parent": true })), ["c1"]);
        assert_eq!(company.found(&json!({ "has_parent": false })), ["c0", "c2"]);
        assert_eq!(company.found(&json!({ "parent_customer_id": all[0] })), ["c1"]);
    }

    fn two_moves_at_once_make_no_cycle(company: Company) {
        for round in 0..6 {
            let ids = [0, 1].map(|n| company.named(&format!("{round}-{n}")));
            let answers = at_once(2, |i| {
                let path = format!("/customers/{}", ids[i]);
                company.patch(&path, &json!({ "parent_customer_id": ids[1 - i] })).status
            });
            let moved = answers.iter().filter(|status| **status == 200).count();
            assert_eq!(moved, 1, "{answers:?}");
        }
    }
}
