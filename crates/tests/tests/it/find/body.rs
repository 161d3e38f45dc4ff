//! The body of a search and the page it answers.

use serde_json::{Value, json};

use crate::harness::Company;
use crate::harness::client::column;

both! {
    fn the_smallest_bodies_work(company: Company) {
        for identifier in ["a", "b", "c"] {
            company.named(identifier);
        }
        let page = company.post("/customers/find", &json!({ "pagination": { "limit": 1 } }));
        let page = page.expect(200);
        assert_eq!(column(&page, "identifier"), ["c"]);
        assert_eq!(page["pagination"]["limit"], 1);
        assert!(page["pagination"]["from_key"].is_string());
        assert!(page["pagination"].get("total_count").is_none());
        let nulls = json!({
            "pagination": { "from_key": null, "limit": null }, "include_meta": null,
            "query": null, "sort_key": null
        });
        let empty = json!({ "pagination": { "from_key": "" }, "query": {}, "sort_key": "" });
        for body in [json!({}), json!({ "pagination": null }), nulls, empty] {
            let page = company.post("/customers/find", &body).expect(200);
            assert_eq!(column(&page, "identifier"), ["c", "b", "a"], "{body}");
            assert_eq!(page["pagination"]["limit"], 20, "{body}");
            assert!(page["pagination"]["from_key"].is_null(), "{body}");
        }
    }

    fn every_filter_may_be_null(company: Company) {
        company.named("a");
        let filters = [
            "arr", "mrr", "email", "exclude_from_metrics", "has_parent", "identifier",
            "managed_externally", "metadata", "name", "org_name", "owner_id", "owner_ids",
            "parent_customer_id", "phone", "search", "status", "statuses", "tags", "title",
        ];
        let mut query = json!({});
        for filter in filters {
            query[filter] = Value::Null;
        }
        assert_eq!(company.found(&query), ["a"]);
    }

    fn a_mistyped_filter_does_not_return_everything(company: Company) {
        company.named("a");
        for name in ["Name", "names", "created_at", "id", "customer_id"] {
            let answer = company.post("/customers/find", &json!({ "query": { name: "x" } }));
            assert_eq!(answer.faults(), [format!("/query/{name}")]);
        }
        let cases = [
            (json!({ "quer": {} }), "/quer"),
            (json!({ "pagination": { "offset": 1 } }), "/pagination/offset"),
            (json!({ "query": { "arr": { "ge": 1 } } }), "/query/arr/ge"),
            (json!({ "query": { "tags": { "values": ["a"], "any": 1 } } }), "/query/tags/any"),
            (json!({ "sort_key": "nameAsc" }), "/sort_key"),
            (json!({ "sort_key": "createdatdesc" }), "/sort_key"),
            (json!({ "include_meta": "true" }), "/include_meta"),
        ];
        for (body, pointer) in cases {
            assert_eq!(company.post("/customers/find", &body).faults(), [pointer], "{body}");
        }
    }

    fn filters_have_types(company: Company) {
        let wrong = [
            ("name", json!(5)),
            ("has_parent", json!("true")),
            ("has_parent", json!(1)),
            ("arr", json!(5)),
            ("mrr", json!("5")),
            ("owner_ids", json!("a")),
            ("status", json!(["ACTIVE"])),
            ("search", json!({})),
            ("metadata", json!("a")),
        ];
        for (name, value) in wrong {
            let answer = company.post("/customers/find", &json!({ "query": { name: value } }));
            assert_eq!(answer.faults(), [format!("/query/{name}")], "{name} {value}");
        }
        let inner = [
            (json!({ "arr": { "gt": "5" } }), "/query/arr/gt"),
            (json!({ "tags": [1] }), "/query/tags/0"),
            (json!({ "tags": { "values": [1] } }), "/query/tags/values/0"),
            (json!({ "tags": { "condition": "XOR", "values": [] } }), "/query/tags/condition"),
            (json!({ "metadata": { "a": { "b": 1 } } }), "/query/metadata/a"),
            (json!({ "metadata": { "a": [1] } }), "/query/metadata/a"),
        ];
        for (query, pointer) in inner {
            let answer = company.post("/customers/find", &json!({ "query": query }));
            assert_eq!(answer.faults(), [pointer], "{query}");
        }
    }

    fn limits_are_kept(company: Company) {
        for n in 0..3 {
            company.named(&n.to_string());
        }
        let ask = |limit: &str| {
            let body = format!(r#"{{"pagination":{{"limit":{limit}}}}}"#);
            company.send(company.request("POST", "/customers/find").text(body))
        };
        for limit in ["-1", "201", "\"10\"", "1.5", "true", "[]", "9223372036854775808", "1e400"] {
            assert_eq!(ask(limit).faults(), ["/pagination/limit"], "{limit}");
        }
        let page = ask("0").expect(200);
        assert_eq!(page["results"], json!([]));
        for limit in ["200", "2e2", "20e1", "200.0"] {
            assert_eq!(ask(limit).expect(200)["results"].as_array().unwrap().len(), 3, "{limit}");
        }
        assert_eq!(ask("2").expect(200)["results"].as_array().unwrap().len(), 2);
    }

    fn meta_counts_everything_that_matches(company: Company) {
        for n in 0..5 {
            let tags = if n % 2 == 0 { json!(["even"]) } else { json!([]) };
            company.customer(&json!({ "identifier": n.to_string(), "tags": tags }));
        }
        let count = |query: Value, limit: u8| {
            let body = json!({
                "include_meta": true, "query": query, "pagination": { "limit": limit }
            });
            company.post("/customers/find", &body).expect(200)["pagination"]["total_count"].clone()
        };
        assert_eq!(count(json!({}), 2), 5);
        assert_eq!(count(json!({}), 0), 5);
        assert_eq!(count(json!({ "tags": ["even"] }), 1), 3);
        assert_eq!(count(json!({ "tags": [] }), 1), 0);
        assert_eq!(count(json!({ "search": "nothing like it" }), 1), 0);
        let body = json!({ "include_meta": true, "pagination": { "limit": 2 } });
        let first = company.post("/customers/find", &body).expect(200);
        let mut next = body.clone();
        next["pagination"]["from_key"] = first["pagination"]["from_key"].clone();
        let second = company.post("/customers/find", &next).expect(200);
        assert_eq!(second["pagination"]["total_count"], 5, "all that match, on every page");
    }

    fn orders(company: Company) {
        for identifier in ["a", "b", "c"] {
            company.named(identifier);
        }
        company.patch("/customers/a", &json!({ "title": "t" })).expect(200);
        let ask = |sort: &str| {
            let page = company.post("/customers/find", &json!({ "sort_key": sort })).expect(200);
            column(&page, "identifier").concat()
        };
        assert_eq!(ask("createdAtAsc"), "abc");
        assert_eq!(ask("createdAtDesc"), "cba");
        assert_eq!(ask(""), "cba");
        assert_eq!(ask("updatedAtAsc"), "bca");
        assert_eq!(ask("updatedAtDesc"), "acb");
    }

    fn a_page_of_large_records_is_cut_short(company: Company) {
        let text = "x".repeat(9_900);
        for n in 0..90 {
            let metadata: Value = (0..6).map(|k| (format!("k{k}"), json!(text))).collect();
            company.customer(&json!({ "identifier": n.to_string(), "metadata": metadata }));
        }
        let (mut seen, mut key) = (Vec::new(), Value::Null);
        loop {
            let body = json!({ "pagination": { "limit": 200, "from_key": key } });
            let answer = company.post("/customers/find", &body);
            assert!(answer.body.len() < 5 << 20, "{}", answer.body.len());
            let page = answer.expect(200);
            seen.extend(column(&page, "identifier"));
            key = page["pagination"]["from_key"].clone();
            if key.is_null() {
                break;
            }
        }
        assert_eq!(seen.len(), 90);
    }
}
