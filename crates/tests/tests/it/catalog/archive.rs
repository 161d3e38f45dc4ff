//! What is archived can be read and refuses new use.

use serde_json::{Value, json};

use super::{NOUNS, body, ids_found, item, made, metric, monthly, over, path, pricing, product};
use crate::harness::client::text;
use crate::harness::{Client, Company};

#[track_caller]
fn archived(client: &Client, path: &str) -> Value {
    let record = client.patch(path, &json!({ "state": "ARCHIVED" })).expect(200);
    assert_eq!(record["state"], "ARCHIVED");
    record
}

both! {
    fn it_is_still_read_found_and_taken_back(company: Company) {
        for noun in NOUNS.iter().filter(|noun| noun.archived) {
            let record = made(&company, noun.path, &body(&company, noun, "n"));
            let tail = path(noun.path, &record);
            let id = text(&record, "id");
            let state = |state: &str| {
                ids_found(&company, noun.path, &json!({ "state": state, "search": id }))
            };
            assert_eq!(state("ACTIVE"), [id.as_str()]);
            assert!(state("ARCHIVED").is_empty());
            let gone = archived(&company, &tail);
            assert_eq!(company.get(&tail).expect(200), gone);
            for (name, value) in record.as_object().unwrap() {
                let mut value = value.clone();
                if name == "product_metric_pricings" {
                    // Each of its components is archived with it.
                    let parts = value.as_array_mut().unwrap().iter_mut();
                    parts.for_each(|part| part["item_pricing"]["state"] = json!("ARCHIVED"));
                }
                if !["state", "updated_at"].contains(&name.as_str()) {
                    assert_eq!(gone[name], value, "{} {name}", noun.path);
                }
            }
            assert!(state("ACTIVE").is_empty());
            assert_eq!(state("ARCHIVED"), [id.as_str()]);
            assert_eq!(archived(&company, &tail), gone, "once more changes nothing");
            company.patch(&tail, &json!({ "name": "renamed" })).expect(200);
            let back = company.patch(&tail, &json!({ "state": "ACTIVE" })).expect(200);
            assert_eq!(back["state"], "ACTIVE");
            let wrong = company.patch(&tail, &json!({ "state": "DELETED" }));
            assert_eq!(wrong.faults(), ["/state"]);
        }
    }

    fn an_item_and_a_metric_refuse_new_use(company: Company) {
        let used = item(&company, "Calls");
        let of_used = metric(&company, &used);
        let fields = json!({ "item_id": used, "metric_id": of_used });
        let before = pricing(&company, &fields);
        archived(&company, &format!("/billable_metrics/{of_used}"));
        assert_eq!(crate::catalog::priced(&company, &fields).faults(), ["/metric_id"]);
        let other = metric(&company, &used);
        archived(&company, &format!("/billable_items/{used}"));
        let rule = json!({ "aggregator": "COUNT" });
        let body = json!({ "name": "n", "item_id": used, "metering_rule": rule });
        assert_eq!(company.post("/billable_metrics", &body).faults(), ["/item_id"]);
        let fields = json!({ "item_id": used, "metric_id": other });
        assert_eq!(crate::catalog::priced(&company, &fields).faults(), ["/item_id"]);
        let credit = json!({ "type": "UNITS", "item_id": used, "units": 1 });
        let answer = crate::catalog::priced(&company, &json!({ "credit_price": credit }));
        assert_eq!(answer.faults(), ["/credit_price/item_id"]);
        let now = company.get(&path("/pricing", &before)).expect(200);
        assert_eq!(now["product_metric_pricings"][0]["item"]["state"], "ARCHIVED");
        assert_eq!(now["product_metric_pricings"][0]["metric"]["state"], "ARCHIVED");
        crate::catalog::estimate(&company, &before, &json!({ "units": 1 })).expect(200);
    }

    fn a_product_and_a_pricing_refuse_new_use(company: Company) {
        let id = product(&company, "p");
        let one = made(&company, "/pricing", &monthly(&id));
        let bundle = json!({ "name": "n", "product_pricing_ids": [one["id"]] });
        let before = made(&company, "/bundles", &bundle);
        archived(&company, &format!("/products/{id}"));
        let facts = company.facts();
        assert_eq!(company.post("/pricing", &monthly(&id)).faults(), ["/product_id"]);
        let amount = json!({ "currency": "USD", "value_in_cents": 1 });
        let credit = json!({ "type": "AMOUNT", "amount": amount, "scoped_product_ids": [id] });
        let fields = json!({ "credit_price": credit });
        let other = monthly(&text(&one, "product_id"));
        let faults = company.post("/pricing", &over(&other, &fields)).faults();
        assert!(faults.contains(&"/credit_price/scoped_product_ids/0".to_owned()), "{faults:?}");
        archived(&company, &path("/pricing", &one));
        assert_eq!(company.facts().len(), facts.len() + 1);
        assert_eq!(company.post("/bundles", &bundle).faults(), ["/product_pricing_ids/0"]);
        let upsell = json!({ "upsell_product_pricing_id": one["id"] });
        let answer = crate::catalog::priced(&company, &upsell);
        assert_eq!(answer.faults(), ["/upsell_product_pricing_id"]);
        let now = company.get(&path("/bundles", &before)).expect(200);
        let part = &now["bundle_product_pricings"][0];
        assert_eq!(part["product_pricing"]["state"], "ARCHIVED");
        assert_eq!(part["product"]["state"], "ARCHIVED");
    }

    fn a_new_price_is_no_new_use(company: Company) {
        let used = item(&company, "Calls");
        let metric = metric(&company, &used);
        let before = pricing(&company, &json!({ "item_id": used, "metric_id": metric }));
        archived(&company, &format!("/billable_metrics/{metric}"));
        archived(&company, &format!("/billable_items/{used}"));
        let change = json!({ "fixed_price": { "price_per_unit": "3" } });
        let after = company.patch(&path("/pricing", &before), &change).expect(200);
        let price = &after["product_metric_pricings"][0]["item_pricing"]["fixed_price"];
        assert_eq!(price["price_per_unit"], "3");
    }

    fn what_refers_to_it_can_still_be_renamed(company: Company) {
        let upsell = pricing(&company, &json!({}));
        let fields = json!({ "upsell_product_pricing_id": upsell["id"] });
        let before = pricing(&company, &fields);
        archived(&company, &path("/pricing", &upsell));
        let tail = path("/pricing", &before);
        let after = company.patch(&tail, &json!({ "name": "New" })).expect(200);
        assert_eq!(after["name"], "New");
        archived(&company, &format!("/products/{}", text(&before, "product_id")));
        company.patch(&tail, &json!({ "tags": ["t"] })).expect(200);
        archived(&company, &tail);
        let bundle = pricing(&company, &json!({}));
        let body = json!({ "name": "n", "product_pricing_ids": [bundle["id"]] });
        let made = made(&company, "/bundles", &body);
        archived(&company, &path("/pricing", &bundle));
        company.patch(&path("/bundles", &made), &json!({ "name": "New" })).expect(200);
    }
}
