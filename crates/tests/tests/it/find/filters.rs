//! Every filter of customers.

use serde_json::{Value, json};

use crate::harness::Company;
use crate::harness::client::text;

both! {
    fn texts_match_exactly(company: Company) {
        for (field, value) in [
            ("email", "ann@x.example"),
            ("name", "Ann O'Hara"),
            ("org_name", "Ann & Söhne GmbH"),
            ("phone", "+1 (5)"),
            ("title", "CFO"),
        ] {
            company.customer(&json!({ "identifier": field, field: value }));
            assert_eq!(company.found(&json!({ field: value })), [field]);
            for other in [value.to_uppercase(), value[1..].to_owned(), format!("{value} ")] {
                if other != value {
                    assert!(company.found(&json!({ field: other })).is_empty(), "{field} {other}");
                }
            }
            company.patch(&format!("/customers/{field}"), &json!({ field: null })).expect(200);
            assert!(company.found(&json!({ field: value })).is_empty());
        }
        assert_eq!(company.found(&json!({ "identifier": "name" })), ["name"]);
        assert!(company.found(&json!({ "identifier": "NAME" })).is_empty());
    }

    fn flags(company: Company) {
        for (field, name) in [("exclude_from_metrics", "x"), ("managed_externally", "m")] {
            company.customer(&json!({ "identifier": name, field: true }));
            assert_eq!(company.found(&json!({ field: true })), [name]);
            assert!(!company.found(&json!({ field: false })).contains(&name.to_owned()));
        }
        assert_eq!(company.found(&json!({ "managed_externally": false })), ["x"]);
        company.patch("/customers/m/start_managing", &json!({})).expect(200);
        assert!(company.found(&json!({ "managed_externally": true })).is_empty());
    }

    fn numbers_are_compared_exactly(company: Company) {
        company.named("a");
        let holds = [
            r#"{"eq":0}"#,
            r#"{"gte":0,"lte":0}"#,
            r#"{"gt":-1}"#,
            r#"{"gt":-0.5}"#,
            r#"{"gte":-0.0000001}"#,
            r#"{"lt":0.5}"#,
            r#"{"lt":1e30}"#,
            r#"{"gt":-1e30}"#,
            r#"{"lte":9223372036854775807}"#,
            r#"{"gte":-9223372036854775808}"#,
            r#"{"lt":9223372036854775808}"#,
            r#"{"gte":-9223372036854775809}"#,
            r#"{"eq":-0.0}"#,
            r#"{"eq":0e5}"#,
            r#"{}"#,
            r#"{"eq":null}"#,
        ];
        let fails = [
            r#"{"eq":0.5}"#,
            r#"{"eq":1e30}"#,
            r#"{"gt":0}"#,
            r#"{"lt":0}"#,
            r#"{"gt":0.5}"#,
            r#"{"gte":0.0000001}"#,
            r#"{"lt":-0.5}"#,
            r#"{"lte":-0.5}"#,
            r#"{"gt":1e30}"#,
            r#"{"lt":-1e30}"#,
            r#"{"gte":9223372036854775808}"#,
            r#"{"gt":9223372036854775807}"#,
            r#"{"lt":-9223372036854775808}"#,
            r#"{"gt":5,"lt":1}"#,
            r#"{"eq":0,"gt":0}"#,
        ];
        for field in ["mrr", "arr"] {
            for (cases, expected) in [(&holds[..], 1), (&fails[..], 0)] {
                for comparison in cases {
                    let body = format!(r#"{{"query":{{"{field}":{comparison}}}}}"#);
                    let request = company.request("POST", "/customers/find").text(body);
                    let page = company.send(request).expect(200);
                    let count = page["results"].as_array().unwrap().len();
                    assert_eq!(count, expected, "{field} {comparison}");
                }
            }
        }
    }

    fn sets(company: Company) {
        company.customer(&json!({ "identifier": "xy", "tags": ["x", "y"] }));
        company.customer(&json!({ "identifier": "x", "tags": ["x"] }));
        company.customer(&json!({ "identifier": "z", "tags": ["z"] }));
        company.named("none");
        let set = |condition: &str, values: &[&str]| {
            json!({ "tags": { "condition": condition, "values": values } })
        };
        let cases = [
            (json!({ "tags": ["x"] }), vec!["x", "xy"]),
            (json!({ "tags": ["x", "z"] }), vec!["x", "xy", "z"]),
            (json!({ "tags": { "values": ["y", "z"] } }), vec!["xy", "z"]),
            (json!({ "tags": { "condition": null, "values": ["y"] } }), vec!["xy"]),
            (set("OR", &["x", "y"]), vec!["x", "xy"]),
            (set("AND", &["x", "y"]), vec!["xy"]),
            (set("AND", &["x", "x"]), vec!["x", "xy"]),
            (set("AND", &["x", "z"]), vec![]),
            (set("AND", &[]), vec![]),
            (set("OR", &[]), vec![]),
            (json!({ "tags": [] }), vec![]),
            (json!({ "tags": ["X"] }), vec![]),
            (json!({ "tags": ["unknown"] }), vec![]),
            (json!({ "tags": ["x", "x"] }), vec!["x", "xy"]),
        ];
        for (query, expected) in cases {
            assert_eq!(company.found(&query), expected, "{query}");
        }
    }

    fn owners_and_parents(company: Company) {
        let invite = |email: &str| {
            text(&company.post("/company_users", &json!({ "email": email })).expect(200), "id")
        };
        let owners = [invite("a@x.example"), invite("b@x.example")];
        let parent = company.named("parent");
        for (index, owner) in owners.iter().enumerate() {
            let body = json!({
                "identifier": index.to_string(), "owner_id": owner, "parent_customer_id": parent
            });
            company.customer(&body);
        }
        let both = json!({ "condition": "AND", "values": owners });
        let cases = [
            (json!({ "owner_id": owners[0] }), vec!["0"]),
            (json!({ "owner_ids": owners }), vec!["0", "1"]),
            (json!({ "owner_ids": [owners[1]] }), vec!["1"]),
            (json!({ "owner_ids": both }), vec![]),
            (json!({ "owner_ids": [] }), vec![]),
            (json!({ "owner_id": "unknown" }), vec![]),
            (json!({ "parent_customer_id": parent }), vec!["0", "1"]),
            (json!({ "parent_customer_id": parent, "owner_id": owners[1] }), vec!["1"]),
            (json!({ "parent_customer_id": "unknown" }), vec![]),
            (json!({ "has_parent": true }), vec!["0", "1"]),
            (json!({ "has_parent": false }), vec!["parent"]),
            (json!({ "has_parent": false, "parent_customer_id": parent }), vec![]),
        ];
        for (query, expected) in cases {
            assert_eq!(company.found(&query), expected, "{query}");
        }
    }

    fn states_in_any_letter_case(company: Company) {
        company.named("a");
        company.named("b");
        company.patch("/customers/b", &json!({ "status": "ARCHIVED" })).expect(200);
        let cases = [
            (json!({ "status": "ACTIVE" }), vec!["a"]),
            (json!({ "status": "active" }), vec!["a"]),
            (json!({ "status": "Archived" }), vec!["b"]),
            (json!({ "statuses": ["active", "ARCHIVED"] }), vec!["a", "b"]),
            (json!({ "statuses": ["archived"] }), vec!["b"]),
            (json!({ "statuses": { "condition": "OR", "values": ["aCtIvE"] } }), vec!["a"]),
            (json!({ "statuses": { "condition": "AND", "values": ["ACTIVE", "x"] } }), vec![]),
            (json!({ "statuses": [] }), vec![]),
            (json!({}), vec!["a", "b"]),
        ];
        for (query, expected) in cases {
            assert_eq!(company.found(&query), expected, "{query}");
        }
    }

    fn metadata_must_be_equal_in_all(company: Company) {
        let one = r#"{"identifier":"a","metadata":{"s":"x","n":1.10,"b":true,"z":null,
            "o":{"k":1},"big":123456789012345678.5,"a.b":"dot"}}"#;
        company.send(company.request("POST", "/customers").text(one)).expect(201);
        company.customer(&json!({ "identifier": "b", "metadata": { "s": "x", "n": "1.1" } }));
        let cases = [
            (r#"{"s":"x"}"#, vec!["a", "b"]),
            (r#"{"s":"X"}"#, vec![]),
            (r#"{"n":1.1}"#, vec!["a"]),
            (r#"{"n":11e-1}"#, vec!["a"]),
            (r#"{"n":"1.1"}"#, vec!["b"]),
            (r#"{"b":true}"#, vec!["a"]),
            (r#"{"b":"true"}"#, vec![]),
            (r#"{"b":false}"#, vec![]),
            (r#"{"s":"x","b":true}"#, vec!["a"]),
            (r#"{"s":"x","b":false}"#, vec![]),
            (r#"{"big":123456789012345678.5}"#, vec!["a"]),
            (r#"{"big":123456789012345678.4}"#, vec![]),
            (r#"{"a.b":"dot"}"#, vec!["a"]),
            (r#"{"missing":"x"}"#, vec![]),
        ];
        for (query, expected) in cases {
            let query: Value = serde_json::from_str(&format!(r#"{{"metadata":{query}}}"#)).unwrap();
            assert_eq!(company.found(&query), expected, "{query}");
        }
    }

    fn all_filters_must_match(company: Company) {
        company.customer(&json!({ "identifier": "a", "name": "N", "tags": ["t"], "title": "T" }));
        company.customer(&json!({ "identifier": "b", "name": "N", "tags": ["t"] }));
        company.customer(&json!({ "identifier": "c", "name": "N" }));
        assert_eq!(company.found(&json!({ "name": "N" })), ["a", "b", "c"]);
        assert_eq!(company.found(&json!({ "name": "N", "tags": ["t"] })), ["a", "b"]);
        let query = json!({ "name": "N", "tags": ["t"], "title": "T", "search": "N" });
        assert_eq!(company.found(&query), ["a"]);
    }
}
