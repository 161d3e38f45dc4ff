//! `/billable_metrics`

use serde_json::{Value, json};

use super::{item, made, metric, path, pricing};
use crate::harness::Company;
use crate::harness::client::text;

both! {
    fn what_is_sent_is_kept(company: Company) {
        let item = item(&company, "Calls");
        let body = json!({
            "item_id": item, "name": "Tokens", "description": "d", "external_name": "tokens",
            "is_billable": false,
            "metering_rule": {
                "aggregator": "SUM", "group_keys": ["region"], "property": "tokens", "rule": null
            }
        });
        let record = made(&company, "/billable_metrics", &body);
        for (name, value) in body.as_object().unwrap() {
            assert_eq!(&record[name], value, "{name}");
        }
        assert_eq!(record["type"], "CUSTOM_METRIC");
        assert_eq!(record["standard"], false);
        assert_eq!(record["state"], "ACTIVE");
        assert!(text(&record, "id").starts_with("metric_"));
    }

    fn what_is_missing_or_wrong_is_named(company: Company) {
        let item = item(&company, "Calls");
        let rule = json!({ "aggregator": "COUNT" });
        let nobody = format!("item_{}", "0".repeat(27));
        let cases = [
            (json!({ "name": "a", "metering_rule": rule }), vec!["/item_id"]),
            (json!({ "item_id": item, "metering_rule": rule }), vec!["/name"]),
            (json!({ "item_id": item, "name": "a" }), vec!["/metering_rule"]),
            (json!({ "item_id": "x", "name": "a", "metering_rule": rule }), vec!["/item_id"]),
            (json!({ "item_id": nobody, "name": "a", "metering_rule": rule }), vec!["/item_id"]),
            (
                json!({ "item_id": nobody, "name": "a", "metering_rule": {} }),
                vec!["/item_id", "/metering_rule/aggregator"],
            ),
            (
                json!({ "item_id": item, "name": "a", "metering_rule": rule, "type": "X" }),
                vec!["/type"],
            ),
        ];
        let before = company.facts();
        for (body, pointers) in cases {
            assert_eq!(company.post("/billable_metrics", &body).faults(), pointers, "{body}");
        }
        assert_eq!(company.facts(), before);
    }

    fn an_update_keeps_changes_and_clears(company: Company) {
        let body = json!({
            "item_id": item(&company, "Calls"), "name": "n", "description": "d",
            "external_name": "e", "metering_rule": { "aggregator": "MAX", "property": "p" }
        });
        let before = made(&company, "/billable_metrics", &body);
        assert_eq!(before["is_billable"], true);
        let tail = path("/billable_metrics", &before);
        assert_eq!(company.patch(&tail, &json!({})).expect(200), before);
        let change = json!({ "name": "m", "description": null, "is_billable": false });
        let after = company.patch(&tail, &change).expect(200);
        assert_eq!(after["name"], "m");
        assert_eq!(after["description"], Value::Null);
        assert_eq!(after["is_billable"], false);
        for name in ["item_id", "external_name", "metering_rule", "type", "created_at"] {
            assert_eq!(after[name], before[name], "{name}");
        }
        for wrong in [json!({ "name": null }), json!({ "metering_rule": null })] {
            company.patch(&tail, &wrong).expect(422);
        }
        for (wrong, value) in [("item_id", "x"), ("standard", "x"), ("type", "CUSTOM_METRIC")] {
            let answer = company.patch(&tail, &json!({ wrong: value }));
            assert_eq!(answer.faults(), [format!("/{wrong}")]);
        }
        assert_eq!(company.get(&tail).expect(200), after);
    }

    fn the_rule_can_change_until_a_pricing_uses_it(company: Company) {
        let item = item(&company, "Calls");
        let metric = metric(&company, &item);
        let tail = format!("/billable_metrics/{metric}");
        let sum = json!({ "metering_rule": { "aggregator": "SUM", "property": "n" } });
        let after = company.patch(&tail, &sum).expect(200);
        assert_eq!(after["metering_rule"]["aggregator"], "SUM");
        let wrong = json!({ "metering_rule": { "aggregator": "SUM" } });
        assert_eq!(company.patch(&tail, &wrong).faults(), ["/metering_rule/property"]);
        pricing(&company, &json!({ "item_id": item, "metric_id": metric }));
        for rule in [
            json!({ "aggregator": "MAX", "property": "n" }),
            json!({ "aggregator": "SUM", "property": "m" }),
            json!({ "aggregator": "SUM", "property": "n", "group_keys": ["region"] }),
        ] {
            let change = json!({ "metering_rule": rule });
            company.patch(&tail, &change).problem(409, "in_use");
        }
        assert_eq!(company.get(&tail).expect(200), after);
        let renamed = json!({ "name": "Requests", "description": "d" });
        assert_eq!(company.patch(&tail, &renamed).expect(200)["name"], "Requests");
        company.patch(&tail, &sum).expect(200);
    }
}
