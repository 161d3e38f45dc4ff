//! Every record has every field, and expansion goes down only.

use serde_json::{Value, json};

use super::{complete, item, made, metric, monthly, over, path, product};
use crate::harness::client::text;
use crate::harness::{Client, Company};

const ITEM: &str = "company_id created_at description display_type editable external_name id \
    name standard state type updated_at";
const METRIC: &str = "company_id created_at description external_name id is_billable item_id \
    metering_rule name standard state type updated_at";
const METERING_RULE: &str = "aggregator group_keys property rule";
const PRODUCT: &str = "accounting_integration_mapping company_id created_at description \
    entitlements external_name gl_code id image_url import_created_at_ref import_ref \
    imported_from metadata name num_subs product_pricings state tags updated_at";
const PRICING: &str = "company_id computed_entitlements created_at currency description \
    external_name id import_created_at_ref import_ref imported_from metadata minimum_spend name \
    num_subs override_entitlements product product_id product_metric_pricings state tags type \
    updated_at upsell_product_pricing_id";
const METRIC_PRICING: &str = "company_id created_at id item item_id item_pricing \
    item_pricing_id metric metric_id product product_id updated_at";
const ITEM_PRICING: &str = "base_price base_units charge_type company company_id created_at \
    credit_price custom_price description display_type editable external_name fixed_price \
    frequency gradient_price id item item_id metadata minimum_spend minimum_spend_schedule name \
    num_subs proration_type recognition_schedule scheduled_price state step_price term_count \
    true_up_frequency type updated_at volume_price";
const BUNDLE: &str = "bundle_product_pricings company_id created_at currency description id \
    is_auto_generated metadata name num_subs state term updated_at";
const BUNDLE_PRICING: &str = "bundle_pricing_id company_id created_at id product product_id \
    product_pricing product_pricing_id updated_at";
const DEFINITION: &str = "adjust_for_quantity aggregator_type company_id created_at id key name \
    possible_values type updated_at";
const ENTITLEMENT: &str = "entitlement_id id inherited_from_id inherited_from_type key name \
    original_value overridden type value";

/// A product with an entitlement and a pricing of licences and usage.
fn shop(client: &Client) -> (Value, Value) {
    let definition = json!({ "key": "sso", "name": "Single sign-on", "type": "BOOL" });
    made(client, "/entitlements", &definition);
    let granted = json!([{ "key": "sso", "value": true }]);
    let body = json!({ "name": "Platform", "entitlements": granted });
    let product = made(client, "/products", &body);
    let item = item(client, "Calls");
    let metric = metric(client, &item);
    let each = json!({
        "pricing_type": "FIXED", "fixed_price": { "price_per_unit": "0.01" },
        "billing_frequency": { "count": 1, "frequency": "MONTH" },
    });
    let usage = over(&each, &json!({ "item_id": item, "metric_id": metric }));
    let body = json!({
        "product_id": product["id"], "name": "Both", "currency": "USD",
        "components": [each, usage], "entitlements": [{ "key": "sso", "value": false }],
    });
    let pricing = made(client, "/pricing", &body);
    (product, pricing)
}

#[track_caller]
fn whole_pricing(pricing: &Value) {
    complete(pricing, PRICING);
    let parts = pricing["product_metric_pricings"].as_array().unwrap();
    assert_eq!(parts.len(), 2);
    for part in parts {
        complete(part, METRIC_PRICING);
        complete(&part["item"], ITEM);
        complete(&part["metric"], METRIC);
        complete(&part["item_pricing"], ITEM_PRICING);
        complete(&part["item_pricing"]["item"], ITEM);
        assert_eq!(part["item_id"], part["item"]["id"]);
        assert_eq!(part["metric_id"], part["metric"]["id"]);
        assert_eq!(part["item_pricing_id"], part["item_pricing"]["id"]);
        assert_eq!(part["item_pricing"]["item_id"], part["item_id"]);
        let company = &part["item_pricing"]["company"];
        assert_eq!(company["id"], pricing["company_id"], "{company}");
        assert_eq!(company.as_object().unwrap().len(), 17, "{company}");
    }
    let metered = &parts[1]["metric"]["metering_rule"];
    complete(metered, METERING_RULE);
    for list in ["computed_entitlements", "override_entitlements"] {
        complete(&pricing[list][0], ENTITLEMENT);
    }
}

both! {
    fn the_only_component_is_called_as_its_pricing(company: Company) {
        let minimum = json!({ "currency": "USD", "value_in_cents": 500 });
        let fields = json!({
            "description": "By the month", "external_name": "monthly", "metadata": { "a": 1 },
            "minimum_spend": minimum,
        });
        let priced = crate::catalog::pricing(&company, &fields);
        let part = &priced["product_metric_pricings"][0]["item_pricing"];
        for name in ["name", "description", "external_name", "metadata", "minimum_spend", "state"] {
            assert_eq!(part[name], priced[name], "{name}");
        }
        let gone = company.patch(&path("/pricing", &priced), &json!({ "state": "ARCHIVED" }));
        let gone = gone.expect(200);
        assert_eq!(gone["product_metric_pricings"][0]["item_pricing"]["state"], "ARCHIVED");
    }

    fn items_and_metrics(company: Company) {
        let body = json!({ "name": "Calls", "type": "CUSTOM_USAGE" });
        let record = made(&company, "/billable_items", &body);
        complete(&record, ITEM);
        assert_eq!(company.get(&path("/billable_items", &record)).expect(200), record);
        let page = company.post("/billable_items/find", &json!({})).expect(200);
        page["results"].as_array().unwrap().iter().for_each(|record| complete(record, ITEM));
        let rule = json!({ "aggregator": "COUNT" });
        let body = json!({ "name": "n", "item_id": record["id"], "metering_rule": rule });
        let record = made(&company, "/billable_metrics", &body);
        complete(&record, METRIC);
        complete(&record["metering_rule"], METERING_RULE);
        assert_eq!(company.get(&path("/billable_metrics", &record)).expect(200), record);
        let page = company.post("/billable_metrics/find", &json!({})).expect(200);
        page["results"].as_array().unwrap().iter().for_each(|record| complete(record, METRIC));
    }

    fn a_bare_record_answers_empty_fields(company: Company) {
        let product = made(&company, "/products", &json!({ "name": "Bare" }));
        complete(&product, PRODUCT);
        for name in ["entitlements", "product_pricings", "tags"] {
            assert_eq!(product[name], json!([]), "{name}");
        }
        assert_eq!(product["state"], "ACTIVE");
        assert_eq!(product["num_subs"], 0);
        let body = json!({ "key": "k", "name": "n", "type": "TEXT" });
        let definition = made(&company, "/entitlements", &body);
        complete(&definition, DEFINITION);
        assert_eq!(company.get(&path("/entitlements", &definition)).expect(200), definition);
        let pricing = made(&company, "/pricing", &monthly(&text(&product, "id")));
        complete(&pricing, PRICING);
        for name in ["computed_entitlements", "override_entitlements", "tags"] {
            assert_eq!(pricing[name], json!([]), "{name}");
        }
        assert_eq!(pricing["num_subs"], 0);
        assert_eq!(pricing["state"], "ACTIVE");
    }

    fn a_pricing_holds_its_product(company: Company) {
        let (product, pricing) = shop(&company);
        whole_pricing(&pricing);
        let found = company.post("/pricing/find", &json!({})).expect(200);
        for pricing in [
            &pricing,
            &company.get(&path("/pricing", &pricing)).expect(200),
            &found["results"][0],
        ] {
            whole_pricing(pricing);
            assert_eq!(pricing["product_id"], product["id"]);
            complete(&pricing["product"], PRODUCT);
            assert_eq!(pricing["product"]["id"], product["id"]);
            assert_eq!(pricing["product"]["product_pricings"], json!([]));
            complete(&pricing["product"]["entitlements"][0], ENTITLEMENT);
            for part in pricing["product_metric_pricings"].as_array().unwrap() {
                assert_eq!(part["product"]["id"], product["id"]);
                assert_eq!(part["product"]["product_pricings"], json!([]));
            }
        }
    }

    fn a_product_holds_its_pricings(company: Company) {
        let (product, pricing) = shop(&company);
        let found = company.post("/products/find", &json!({})).expect(200);
        for product in
            [&company.get(&path("/products", &product)).expect(200), &found["results"][0]]
        {
            complete(product, PRODUCT);
            complete(&product["entitlements"][0], ENTITLEMENT);
            let inside = product["product_pricings"].as_array().unwrap();
            assert_eq!(inside.len(), 1);
            whole_pricing(&inside[0]);
            assert_eq!(inside[0]["id"], pricing["id"]);
            assert_eq!(inside[0]["product"], Value::Null);
            for part in inside[0]["product_metric_pricings"].as_array().unwrap() {
                assert_eq!(part["product"], Value::Null);
            }
        }
    }

    fn a_bundle_holds_everything_below(company: Company) {
        let (product, pricing) = shop(&company);
        let body = json!({ "name": "Team", "product_pricing_ids": [pricing["id"]] });
        let bundle = made(&company, "/bundles", &body);
        let found = company.post("/bundles/find", &json!({})).expect(200);
        let got = company.get(&path("/bundles", &bundle)).expect(200);
        for bundle in [&bundle, &got, &found["results"][0]] {
            complete(bundle, BUNDLE);
            let parts = bundle["bundle_product_pricings"].as_array().unwrap();
            assert_eq!(parts.len(), 1);
            let part = &parts[0];
            complete(part, BUNDLE_PRICING);
            assert_eq!(part["bundle_pricing_id"], bundle["id"]);
            assert_eq!(part["product_id"], product["id"]);
            assert_eq!(part["product_pricing_id"], pricing["id"]);
            complete(&part["product"], PRODUCT);
            assert_eq!(part["product"]["id"], product["id"]);
            whole_pricing(&part["product_pricing"]);
        }
    }

    fn a_pricing_is_the_same_wherever_it_stands(company: Company) {
        let (product, pricing) = shop(&company);
        let body = json!({ "name": "Team", "product_pricing_ids": [pricing["id"]] });
        let bundle = made(&company, "/bundles", &body);
        let plain = |pricing: &Value| {
            let mut pricing = pricing.clone();
            pricing["product"] = Value::Null;
            for part in pricing["product_metric_pricings"].as_array_mut().unwrap() {
                part["product"] = Value::Null;
            }
            pricing
        };
        let inside = &bundle["bundle_product_pricings"][0]["product_pricing"];
        assert_eq!(plain(inside), plain(&pricing));
        let product = company.get(&path("/products", &product)).expect(200);
        assert_eq!(plain(&product["product_pricings"][0]), plain(&pricing));
    }

    fn each_product_has_its_own_pricings(company: Company) {
        let products: Vec<_> = (0..3).map(|n| product(&company, &n.to_string())).collect();
        for product in &products {
            made(&company, "/pricing", &monthly(product));
        }
        made(&company, "/pricing", &monthly(&products[1]));
        let page = company.post("/products/find", &json!({ "sort_key": "createdAtAsc" }));
        let page = page.expect(200);
        let counts = page["results"].as_array().unwrap().iter().map(|product| {
            let pricings = product["product_pricings"].as_array().unwrap();
            assert!(pricings.iter().all(|pricing| pricing["product_id"] == product["id"]));
            pricings.len()
        });
        assert_eq!(counts.collect::<Vec<_>>(), [1, 2, 1]);
    }
}
