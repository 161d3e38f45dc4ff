//! Sets and metadata of a thousand values, in every search that takes them.

use serde_json::{Map, Value, json};

use crate::harness::client::column;
use crate::harness::{Company, Request};

const MOST: usize = 1000;

/// The searches of the document, each with its path behind the company and its filters.
fn searches(document: &Value) -> Vec<(String, Map<String, Value>)> {
    let named = |schema: &Value| {
        let name = schema["$ref"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
        document["components"]["schemas"][name].clone()
    };
    let paths = document["paths"].as_object().unwrap().iter();
    let finds = paths.filter(|(path, _)| path.ends_with("/find"));
    let all = finds.map(|(path, operations)| {
        let body = &operations["post"]["requestBody"]["content"]["application/json"]["schema"];
        let query = &named(body)["properties"]["query"]["oneOf"][1];
        let filters = named(query)["properties"].as_object().unwrap().clone();
        let tail = path.split("{company_id}").nth(1).unwrap();
        (tail.to_owned(), filters)
    });
    all.collect()
}

fn is_set(filter: &Value) -> bool {
    filter["oneOf"].as_array().is_some_and(|kinds| kinds.iter().any(|k| k["type"] == "array"))
}

fn texts(count: usize) -> Vec<String> {
    (0..count).map(|n| format!("value {n}")).collect()
}

fn entries(count: usize) -> Value {
    (0..count).map(|n| (format!("key {n}"), json!(n))).collect::<Map<_, _>>().into()
}

both! {
    fn every_set_takes_a_thousand_values(company: Company) {
        let document = company.server.ask(&Request::new("GET", "/openapi.json")).json();
        let mut asked = 0;
        for (path, filters) in searches(&document) {
            for (name, filter) in filters {
                let values = |count: usize| match () {
                    () if is_set(&filter) => vec![
                        json!(texts(count)),
                        json!({ "condition": "OR", "values": texts(count) }),
                        json!({ "condition": "AND", "values": texts(count) }),
                    ],
                    () if name == "metadata" => vec![entries(count)],
                    () => Vec::new(),
                };
                for value in values(MOST) {
                    asked += 1;
                    let body = json!({ "query": { &name: value }, "include_meta": true });
                    let page = company.post(&path, &body).expect(200);
                    assert_eq!(page["pagination"]["total_count"], 0, "{path} {name}");
                }
                for value in values(MOST + 1) {
                    company.post(&path, &json!({ "query": { &name: value } })).expect(422);
                }
            }
        }
        assert!(asked > 40, "{asked}");
    }

    fn a_record_with_a_hundred_labels_is_found_by_all_of_them(company: Company) {
        let tags = texts(100);
        let body = json!({ "identifier": "all", "tags": tags });
        company.customer(&body);
        company.customer(&json!({ "identifier": "most", "tags": &tags[1..] }));
        company.customer(&json!({ "identifier": "marked", "metadata": entries(40) }));
        let found = |query: Value| {
            let page = company.post("/customers/find", &json!({ "query": query })).expect(200);
            column(&page, "identifier")
        };
        let all = |tags: &[String]| {
            let values = json!({ "condition": "AND", "values": tags });
            found(json!({ "tags": values }))
        };
        assert_eq!(all(&tags), ["all"]);
        assert_eq!(all(&tags[1..]), ["most", "all"]);
        let twice = [&tags[1..], &tags[1..]].concat();
        assert_eq!(all(&twice), ["most", "all"], "a value may stand twice");
        let more = [&tags[..], &["another".to_owned()]].concat();
        assert!(all(&more).is_empty());
        assert_eq!(found(json!({ "tags": more })), ["most", "all"]);
        assert_eq!(found(json!({ "metadata": entries(40) })), ["marked"]);
        assert!(found(json!({ "metadata": entries(41) })).is_empty());
    }
}
