//! `/billable_items`, and the standard item that every company has.

use serde_json::{Value, json};

use super::{item, made, path, product};
use crate::harness::client::text;
use crate::harness::{Client, Company};

fn standard(client: &Client, path: &str) -> Vec<Value> {
    let page = client.post(&format!("{path}/find"), &json!({})).expect(200);
    let all = page["results"].as_array().unwrap().iter();
    all.filter(|record| record["standard"] == true).cloned().collect()
}

both! {
    fn every_company_has_the_licence_item(company: Company) {
        let items = standard(&company, "/billable_items");
        assert_eq!(items.len(), 1);
        assert_eq!(items[0]["type"], "LICENSE");
        assert_eq!(items[0]["editable"], false);
        assert_eq!(items[0]["state"], "ACTIVE");
        assert_eq!(items[0]["company_id"], company.company.as_str());
        let metrics = standard(&company, "/billable_metrics");
        let mut kinds: Vec<_> = metrics.iter().map(|metric| text(metric, "type")).collect();
        kinds.sort();
        assert_eq!(kinds, ["LICENSE_METRIC", "ONETIME_METRIC"]);
        assert!(metrics.iter().all(|metric| metric["item_id"] == items[0]["id"]));
        let other = Company::new(&company.server);
        assert_ne!(standard(&other, "/billable_items")[0]["id"], items[0]["id"]);
    }

    fn the_standard_ones_are_protected(company: Company) {
        let before = company.facts();
        for kind in ["/billable_items", "/billable_metrics"] {
            for record in standard(&company, kind) {
                for change in [
                    json!({ "name": "Mine" }),
                    json!({ "state": "ARCHIVED" }),
                    json!({ "description": null }),
                    json!({ "external_name": "x" }),
                ] {
                    company.patch(&path(kind, &record), &change).expect(409);
                }
                assert_eq!(company.get(&path(kind, &record)).expect(200), record);
            }
        }
        let rule = json!({ "aggregator": "COUNT" });
        let item = &standard(&company, "/billable_items")[0]["id"];
        let body = json!({ "name": "n", "item_id": item, "metering_rule": rule });
        let status = company.post("/billable_metrics", &body).status;
        assert!(matches!(status, 409 | 422), "{status}");
        assert_eq!(company.facts(), before);
    }

    fn one_of_the_same_name_takes_nothing_away(company: Company) {
        let usurper = item(&company, "License");
        let made = made(&company, "/pricing", &crate::catalog::monthly(&product(&company, "p")));
        let part = &made["product_metric_pricings"][0];
        assert_eq!(part["item"]["type"], "LICENSE");
        assert_ne!(part["item_id"], usurper);
        assert_eq!(part["metric"]["type"], "LICENSE_METRIC");
    }

    fn what_is_sent_is_kept(company: Company) {
        for kind in ["CUSTOM_USAGE", "CUSTOM_OBJ"] {
            for display in ["UNITS", "AMOUNT", "THOUSAND_UNITS", "MILLION_UNITS"] {
                let body = json!({
                    "name": "Calls", "type": kind, "description": "of the API",
                    "external_name": "calls", "display_type": display
                });
                let record = made(&company, "/billable_items", &body);
                for (name, value) in body.as_object().unwrap() {
                    assert_eq!(&record[name], value, "{name}");
                }
                assert_eq!(record["standard"], false);
                assert_eq!(record["editable"], true);
                assert_eq!(record["state"], "ACTIVE");
                assert!(text(&record, "id").starts_with("item_"));
            }
        }
    }

    fn what_is_missing_or_wrong_is_named(company: Company) {
        let cases = [
            (json!({ "type": "CUSTOM_USAGE" }), "/name"),
            (json!({ "name": "a" }), "/type"),
            (json!({ "name": "", "type": "CUSTOM_USAGE" }), "/name"),
            (json!({ "name": "a", "type": "LICENSE" }), "/type"),
            (json!({ "name": "a", "type": "custom_usage" }), "/type"),
            (json!({ "name": "a", "type": "CUSTOM_USAGE", "display_type": "X" }), "/display_type"),
            (json!({ "name": "a", "type": "CUSTOM_USAGE", "standard": true }), "/standard"),
            (json!({ "name": "a", "type": "CUSTOM_USAGE", "editable": false }), "/editable"),
            (json!({ "name": "a", "type": "CUSTOM_USAGE", "id": "item_1" }), "/id"),
        ];
        let before = company.facts();
        for (body, pointer) in cases {
            let faults = company.post("/billable_items", &body).faults();
            assert_eq!(faults, [pointer], "{body}");
        }
        assert_eq!(company.facts(), before);
    }

    fn an_update_keeps_changes_and_clears(company: Company) {
        let body = json!({
            "name": "Calls", "type": "CUSTOM_OBJ", "description": "d", "external_name": "calls",
            "display_type": "AMOUNT"
        });
        let before = made(&company, "/billable_items", &body);
        let tail = path("/billable_items", &before);
        assert_eq!(company.patch(&tail, &json!({})).expect(200), before);
        let after = company.patch(&tail, &json!({ "name": "Requests" })).expect(200);
        assert_eq!(after["name"], "Requests");
        for name in ["description", "external_name", "display_type", "type", "created_at"] {
            assert_eq!(after[name], before[name], "{name}");
        }
        let clear = json!({ "description": null, "external_name": null });
        let after = company.patch(&tail, &clear).expect(200);
        assert_eq!(after["description"], Value::Null);
        assert_eq!(after["external_name"], Value::Null);
        assert_eq!(company.get(&tail).expect(200), after);
        for wrong in [json!({ "name": null }), json!({ "state": null })] {
            company.patch(&tail, &wrong).expect(422);
        }
        for wrong in ["standard", "editable", "id"] {
            let answer = company.patch(&tail, &json!({ wrong: "x" }));
            assert_eq!(answer.faults(), [format!("/{wrong}")]);
        }
        assert_eq!(company.get(&tail).expect(200), after);
    }
}
