//! `/entitlements`: definitions of what can be granted.

use serde_json::{Value, json};

use super::{ids_found, made, over, path};
use crate::harness::Company;
use crate::harness::client::text;

/// Each type with the aggregators that fit it.
const FITTING: [(&str, &[&str]); 4] = [
    ("BOOL", &["OR", "AND"]),
    ("NUMBER", &["ADD", "MINIMUM", "MAXIMUM"]),
    ("TEXT", &["COALESCE"]),
    ("ENUM", &["COALESCE"]),
];

fn body(key: &str, kind: &str) -> Value {
    let body = json!({ "key": key, "name": "Name", "type": kind });
    match kind {
        "ENUM" => over(&body, &json!({ "possible_values": ["gold", "silver"] })),
        _ => body,
    }
}

both! {
    fn an_aggregator_fits_its_type(company: Company) {
        let mut count = 0;
        for (kind, fitting) in FITTING {
            for aggregator in ["OR", "AND", "ADD", "MINIMUM", "MAXIMUM", "COALESCE"] {
                count += 1;
                let sent = body(&format!("k{count}"), kind);
                let sent = over(&sent, &json!({ "aggregator_type": aggregator }));
                let answer = company.post("/entitlements", &sent);
                if fitting.contains(&aggregator) {
                    let record = answer.expect(201);
                    for (name, value) in sent.as_object().unwrap() {
                        assert_eq!(&record[name], value, "{name}");
                    }
                    assert!(text(&record, "id").starts_with("ent_"));
                } else {
                    assert_eq!(answer.faults(), ["/aggregator_type"], "{kind} {aggregator}");
                }
            }
            let absent = company.post("/entitlements", &body(kind, kind)).expect(201);
            let usual = text(&absent, "aggregator_type");
            assert!(fitting.contains(&usual.as_str()), "{kind} {usual}");
        }
    }

    fn what_is_wrong_is_named(company: Company) {
        let good = body("key", "BOOL");
        let cases = [
            (json!({ "key": null }), "/key"),
            (json!({ "key": "" }), "/key"),
            (json!({ "name": null }), "/name"),
            (json!({ "type": null }), "/type"),
            (json!({ "type": "bool" }), "/type"),
            (json!({ "type": "ENUM" }), "/possible_values"),
            (json!({ "type": "ENUM", "possible_values": [] }), "/possible_values"),
            (json!({ "possible_values": ["a"] }), "/possible_values"),
            (json!({ "aggregator_type": "SUM" }), "/aggregator_type"),
            (json!({ "id": "ent_1" }), "/id"),
        ];
        let before = company.facts();
        for (fields, pointer) in cases {
            let answer = company.post("/entitlements", &over(&good, &fields));
            assert_eq!(answer.faults(), [pointer], "{fields}");
        }
        assert_eq!(company.facts(), before);
    }

    fn a_key_is_unique(company: Company) {
        made(&company, "/entitlements", &body("sso", "BOOL"));
        let before = company.facts();
        company.post("/entitlements", &body("sso", "BOOL")).expect(409);
        company.post("/entitlements", &body("sso", "TEXT")).expect(409);
        assert_eq!(company.facts(), before);
        let other = Company::new(&company.server);
        made(&other, "/entitlements", &body("sso", "BOOL"));
    }

    fn a_key_goes_once_however_many_ask(company: Company) {
        let answers = crate::harness::at_once(8, |_| {
            company.post("/entitlements", &body("sso", "BOOL")).status
        });
        assert_eq!(answers.iter().filter(|status| **status == 201).count(), 1, "{answers:?}");
        assert!(answers.iter().all(|status| matches!(status, 201 | 409)), "{answers:?}");
        assert_eq!(ids_found(&company, "/entitlements", &json!({ "key": "sso" })).len(), 1);
    }

    fn an_update_keeps_and_changes(company: Company) {
        let before = made(&company, "/entitlements", &body("tier", "ENUM"));
        let tail = path("/entitlements", &before);
        assert_eq!(company.patch(&tail, &json!({})).expect(200), before);
        let change = json!({
            "name": "New", "possible_values": ["gold", "bronze"], "adjust_for_quantity": true
        });
        let after = company.patch(&tail, &change).expect(200);
        for (name, value) in change.as_object().unwrap() {
            assert_eq!(&after[name], value, "{name}");
        }
        for name in ["key", "type", "aggregator_type", "created_at", "id"] {
            assert_eq!(after[name], before[name], "{name}");
        }
        for (name, value) in [("key", json!("x")), ("type", json!("BOOL"))] {
            let answer = company.patch(&tail, &json!({ name: value }));
            assert_eq!(answer.faults(), [format!("/{name}")]);
        }
        let wrong = [
            (json!({ "name": null }), "/name"),
            (json!({ "possible_values": [] }), "/possible_values"),
            (json!({ "aggregator_type": "OR" }), "/aggregator_type"),
        ];
        for (change, pointer) in wrong {
            assert_eq!(company.patch(&tail, &change).faults(), [pointer]);
        }
        let number = made(&company, "/entitlements", &body("seats", "NUMBER"));
        let change = json!({ "aggregator_type": "MAXIMUM" });
        let after = company.patch(&path("/entitlements", &number), &change).expect(200);
        assert_eq!(after["aggregator_type"], "MAXIMUM");
        assert_eq!(company.get(&path("/entitlements", &number)).expect(200), after);
    }
}
