//! Metering rules: eight aggregators, and a tree that says which events count.

use serde_json::{Value, json};

use super::item;
use crate::harness::{Answer, Client, Company};

const AGGREGATORS: [&str; 8] =
    ["COUNT", "SUM", "MAX", "AVG", "UNIQUE", "LAST_IN_PERIOD", "LAST_IN_HISTORY", "HISTORICAL_SUM"];

#[track_caller]
fn defined(client: &Client, item: &str, rule: &Value) -> Answer {
    let body = json!({ "item_id": item, "name": "n", "metering_rule": rule });
    client.post("/billable_metrics", &body)
}

fn filtered(rule: &Value) -> Value {
    json!({ "aggregator": "COUNT", "rule": rule })
}

fn leaf(kind: &str, right: &Value) -> Value {
    let left = json!({ "item_type": "PROPERTY", "property": "region" });
    let right = json!({ "item_type": "VALUE", "value": right });
    json!({ "comparator": { "type": kind, "left_item": left, "right_item": right } })
}

fn node(kind: &str, items: &[Value]) -> Value {
    json!({ "comparator": { "type": kind, "items": items } })
}

both! {
    fn all_eight_aggregators(company: Company) {
        let item = item(&company, "Calls");
        for aggregator in AGGREGATORS {
            let rule = json!({ "aggregator": aggregator, "property": "tokens" });
            let record = defined(&company, &item, &rule).expect(200);
            assert_eq!(record["metering_rule"]["aggregator"], aggregator);
            assert_eq!(record["metering_rule"]["property"], "tokens");
            let answer = defined(&company, &item, &json!({ "aggregator": aggregator }));
            match aggregator {
                "COUNT" => assert_eq!(answer.status, 200),
                _ => assert_eq!(answer.faults(), ["/metering_rule/property"], "{aggregator}"),
            }
        }
        for wrong in [json!("MEDIAN"), json!("sum"), json!(1), Value::Null] {
            let rule = json!({ "aggregator": wrong, "property": "p" });
            assert_eq!(defined(&company, &item, &rule).faults(), ["/metering_rule/aggregator"]);
        }
    }

    fn groups_are_kept(company: Company) {
        let item = item(&company, "Calls");
        let keys = json!({ "aggregator": "COUNT", "group_keys": ["region", "model"] });
        let record = defined(&company, &item, &keys).expect(200);
        assert_eq!(record["metering_rule"]["group_keys"], json!(["region", "model"]));
        for none in [json!([]), Value::Null] {
            let rule = json!({ "aggregator": "COUNT", "group_keys": none });
            defined(&company, &item, &rule).expect(200);
        }
        let wrong = json!({ "aggregator": "COUNT", "group_keys": ["a", 1] });
        assert_eq!(defined(&company, &item, &wrong).faults(), ["/metering_rule/group_keys/1"]);
        let wrong = json!({ "aggregator": "COUNT", "group_keys": "region" });
        assert_eq!(defined(&company, &item, &wrong).faults(), ["/metering_rule/group_keys"]);
    }

    fn every_comparator_and_nesting_is_kept_as_sent(company: Company) {
        let item = item(&company, "Calls");
        let mut leaves = Vec::new();
        for kind in ["EQ", "NE", "GT", "GTE", "LT", "LTE", "CONTAINS"] {
            leaves.push(leaf(kind, &json!("eu")));
        }
        leaves.push(leaf("IN", &json!(["eu", "us"])));
        leaves.push(leaf("GT", &json!(0.1)));
        let left = json!({ "item_type": "PROPERTY", "property": "region" });
        leaves.push(json!({ "comparator": { "type": "EXISTS", "left_item": left } }));
        for leaf in &leaves {
            let record = defined(&company, &item, &filtered(leaf)).expect(200);
            assert_eq!(&record["metering_rule"]["rule"], leaf);
        }
        let tree = node("OR", &[node("AND", &leaves), leaf("EQ", &json!(true))]);
        let record = defined(&company, &item, &filtered(&tree)).expect(200);
        assert_eq!(record["metering_rule"]["rule"], tree);
        let got = company.get(&crate::catalog::path("/billable_metrics", &record)).expect(200);
        assert_eq!(got, record);
    }

    fn what_is_wrong_in_a_tree_is_named_by_its_place(company: Company) {
        let item = item(&company, "Calls");
        let good = leaf("EQ", &json!("eu"));
        let mut odd_type = good.clone();
        odd_type["comparator"]["left_item"]["item_type"] = json!("THING");
        let mut no_right = good.clone();
        no_right["comparator"].as_object_mut().unwrap().remove("right_item");
        let mut no_property = good.clone();
        no_property["comparator"]["left_item"] = json!({ "item_type": "PROPERTY" });
        let top = "/metering_rule/rule/comparator";
        let cases = [
            (leaf("LIKE", &json!("eu")), format!("{top}/type")),
            (json!({ "comparator": {} }), format!("{top}/type")),
            (node("AND", &[]), format!("{top}/items")),
            (json!({ "comparator": { "type": "OR" } }), format!("{top}/items")),
            (odd_type.clone(), format!("{top}/left_item/item_type")),
            (no_right, format!("{top}/right_item/item_type")),
            (no_property, format!("{top}/left_item/property")),
            (
                node("AND", &[good.clone(), odd_type]),
                format!("{top}/items/1/comparator/left_item/item_type"),
            ),
            (
                node("AND", &[good.clone(), node("OR", &[good, leaf("X", &json!(1))])]),
                format!("{top}/items/1/comparator/items/1/comparator/type"),
            ),
        ];
        let before = company.facts();
        for (rule, pointer) in cases {
            assert_eq!(defined(&company, &item, &filtered(&rule)).faults(), [pointer], "{rule}");
        }
        for odd in [json!("region = eu"), json!([]), json!(1)] {
            defined(&company, &item, &filtered(&odd)).expect(422);
        }
        assert_eq!(company.facts(), before);
    }

    fn a_tree_of_great_depth_is_refused(company: Company) {
        let item = item(&company, "Calls");
        let mut rule = leaf("EQ", &json!("eu"));
        for _ in 0..100 {
            rule = node("AND", &[rule]);
        }
        let status = defined(&company, &item, &filtered(&rule)).status;
        assert!(matches!(status, 400 | 422), "{status}");
    }
}
