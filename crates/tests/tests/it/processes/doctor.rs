//! `perennial doctor` finds what is wrong, and only that.

use serde_json::json;

use crate::harness::Kind;
use crate::harness::client::text;
use crate::harness::database::{behind, fresh};
use crate::harness::process::{Process, healthy, run};

/// Each is planted in a company of its own, `{c}`, with a customer `{a}` below another.
const FAULTS: &[&str] = &[
    "DELETE FROM fact WHERE company_id = '{c}' AND event_type = 'customer.created'",
    "DELETE FROM fact WHERE company_id = '{c}' AND event_type = 'customer.updated'",
    "DELETE FROM fact WHERE company_id = '{c}' AND event_type = 'company.created'",
    "DELETE FROM customer WHERE company_id = '{c}' AND identifier = 'parent'",
    "DELETE FROM customer WHERE company_id = '{c}' AND identifier = 'a'",
    "DELETE FROM label WHERE company_id = '{c}'",
    "UPDATE search SET text = 'x' WHERE company_id = '{c}'",
    "UPDATE customer SET doc = replace(doc, 'Ada', 'Eve') WHERE company_id = '{c}'",
    "UPDATE customer SET parent_customer_id = id WHERE company_id = '{c}' AND id = '{a}'",
    "UPDATE fact SET position = 99 WHERE company_id = '{c}' AND event_type = 'customer.updated'",
];

both! {
    fn faults_that_are_planted_are_found(kind: Kind) {
        let url = fresh(kind);
        let process = Process::serve(&url);
        let mut planted = Vec::new();
        for fault in FAULTS {
            let client = process.company(&url);
            let parent = client.named("parent");
            let body = json!({ "identifier": "a", "name": "Ada", "parent_customer_id": parent });
            let id = text(&client.customer(&body), "id");
            client.patch("/customers/a", &json!({ "tags": ["t"] })).expect(200);
            client.facts();
            let fault = fault.replace("{c}", &client.company).replace("{a}", &id);
            planted.push((client.company, fault));
        }
        let sound = process.company(&url);
        sound.named("a");
        drop(process);
        healthy(&url);
        for (_, fault) in &planted {
            behind(&url, fault);
        }
        let output = run(&["doctor", "--database", &url]);
        let told = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert!(!told.contains(&sound.company), "{told}");
        planted.retain(|(company, _)| !told.contains(company));
        assert!(planted.is_empty(), "the doctor does not see {planted:#?}");
    }
}
