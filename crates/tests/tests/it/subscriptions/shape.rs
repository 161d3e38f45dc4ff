//! What is answered of a subscription: what was sent, what was made of it, and what it refers to.

use std::collections::BTreeSet;

use engine::Actor;
use engine::find::FindRequest;
use serde_json::{Value, json};

use super::{everything, least, sent};
use crate::catalog::{item, made, metric, monthly, over, pricing, product};
use crate::harness::client::text;
use crate::harness::{Client, Company, Request};

/// The names of all fields that the document promises of a record.
fn promised(company: &Company, record: &str) -> BTreeSet<String> {
    let document = company.server.ask(&Request::new("GET", "/openapi.json")).expect(200);
    let fields = document["components"]["schemas"][record]["properties"].as_object().unwrap();
    fields.keys().cloned().collect()
}

fn names(record: &Value) -> BTreeSet<String> {
    record.as_object().unwrap().keys().cloned().collect()
}

/// How many statements a page of so many subscriptions takes.
fn statements(company: &Company, limit: usize) -> u64 {
    let body = json!({ "pagination": { "limit": limit } });
    let look = company.server.engine.look(&company.company, Actor::default(), move |session| {
        let request = FindRequest::parse(&engine::subscriptions::FIND, &body)?;
        engine::subscriptions::find(session, &request)?;
        Ok(session.statements())
    });
    look.wait().unwrap_or_else(|_| panic!("the subscriptions are found"))
}

/// A pricing by its id, as the catalog answers it.
fn listed(client: &Client, id: &Value) -> Value {
    client.get(&format!("/pricing/{}", id.as_str().unwrap())).expect(200)
}

both! {
    fn the_least_is_filled_up(company: Company) {
        let body = least(&company);
        let record = sent(&company, &body, &json!({})).expect(200);
        assert_eq!(names(&record), promised(&company, "Subscription"));
        let id = text(&record, "id");
        assert!(id.starts_with("subs_") && id.len() == 32, "{id}");
        assert_eq!(record["company_id"], company.company.as_str());
        assert_eq!(record["status"], "active");
        assert_eq!(record["currency"], "USD");
        assert_eq!(record["auto_renews"], true);
        assert_eq!(record["auto_charges"], false);
        assert_eq!(record["term"], json!({ "count": 1, "frequency": "MONTH" }));
        assert_eq!(record["mrr"], json!({ "currency": "USD", "value_in_cents": 1000 }));
        assert_eq!(record["arr"], json!({ "currency": "USD", "value_in_cents": 12000 }));
        assert_eq!(record["product_pricing_ids"], body["product_pricing_ids"]);
        assert_eq!(record["billing_anchor_date"], record["start_date"]);
        assert_eq!(record["start_date"], record["created_at"]);
        assert_eq!(record["next_invoice_date"], record["renewal_date"]);
        for empty in ["config_items", "discounts", "onetime_items", "override_entitlements",
            "scheduled_changes", "tags", "invoice_additional_display_fields"] {
            assert_eq!(record[empty], json!([]), "{empty}");
        }
        for null in ["cancel_config", "cancel_date", "change_config", "change_date", "end_date",
            "group_id", "identifier", "minimum_spend", "pause_config", "pause_date",
            "payment_method_id", "sales_user", "sales_user_id", "trial_conversion_date"] {
            assert_eq!(record[null], Value::Null, "{null}");
        }
        assert_eq!(record["metadata"], json!({}));
        let bundle = company.get(&format!("/bundles/{}", text(&record, "bundle_pricing_id")));
        assert_eq!(bundle.expect(200)["is_auto_generated"], true);
        assert_eq!(company.get(&format!("/subscriptions/{id}")).expect(200), record);
    }

    fn what_is_sent_is_kept(company: Company) {
        let body = everything(&company);
        let record = company.post("/subscriptions", &body).expect(200);
        for (name, value) in body.as_object().unwrap() {
            let kept = match name.as_str() {
                "generate_past_invoice" => continue,
                "currency" => json!("USD"),
                "discounts" => {
                    for (known, sent) in record["discounts"].as_array().unwrap().iter()
                        .zip(value.as_array().unwrap())
                    {
                        for (name, value) in sent.as_object().unwrap() {
                            assert_eq!(&known[name], value, "discount {name}");
                        }
                        assert_eq!(known["subscription_id"], record["id"]);
                        assert_eq!(known["company_id"], record["company_id"]);
                        assert_eq!(known["customer_id"], record["customer_id"]);
                    }
                    continue;
                }
                "config_items" => {
                    for (name, value) in value[0].as_object().unwrap() {
                        assert_eq!(&record["config_items"][0][name], value, "config {name}");
                    }
                    continue;
                }
                _ => value.clone(),
            };
            assert_eq!(record[name], kept, "{name}");
        }
        assert_eq!(names(&record["discounts"][0]), promised(&company, "Discount"));
        assert_eq!(names(&record["config_items"][0]), promised(&company, "ConfigItem"));
        let kinds: Vec<&Value> =
            record["discounts"].as_array().unwrap().iter().map(|value| &value["type"]).collect();
        assert_eq!(kinds, ["DISCOUNT_PERCENT", "DISCOUNT_AMOUNT", "DISCOUNT_AMOUNT_PER_UNIT"]);
        let tail = format!("/subscriptions/{}", text(&record, "id"));
        assert_eq!(company.get(&tail).expect(200), record);
        assert_eq!(company.get("/subscriptions/acme%202026").expect(200), record);
        let page = json!({ "query": { "customer_id": record["customer_id"] } });
        let page = company.post("/subscriptions/find", &page).expect(200);
        assert_eq!(page["results"], json!([record]), "found as it is read");
    }

    fn what_it_refers_to(company: Company) {
        let seller = company.post("/sales_users", &json!({ "name": "Sam" })).expect(200);
        let body = over(&least(&company), &json!({ "sales_user_id": seller["id"] }));
        let record = company.post("/subscriptions", &body).expect(200);
        let tail = format!("/customers/{}", text(&record, "customer_id"));
        assert_eq!(record["customer"], company.get(&tail).expect(200));
        assert_eq!(record["customer"]["mrr"]["value_in_cents"], 1000);
        assert_eq!(record["sales_user"], seller);
        let mut pricing = record["product_pricings"][0].clone();
        for part in pricing["product_metric_pricings"].as_array_mut().unwrap() {
            let part = part.as_object_mut().unwrap();
            assert_eq!(part.remove("num_licenses"), Some(json!(1)));
            assert_eq!(part.remove("minimum_units"), Some(Value::Null));
        }
        let listed = listed(&company, &record["product_pricing_ids"][0]);
        assert_eq!(pricing, listed);
        assert_eq!(listed["num_subs"], 1);
    }

    fn units_of_each_component(company: Company) {
        let calls = item(&company, "Calls");
        let price = json!({ "pricing_type": "FIXED", "fixed_price": { "price_per_unit": "2" },
            "billing_frequency": { "count": 1, "frequency": "MONTH" } });
        let metered = json!({ "item_id": calls, "metric_id": metric(&company, &calls) });
        let several = json!({ "product_id": product(&company, "p"), "name": "n", "currency": "USD",
            "components": [price, price, over(&price, &metered)] });
        let several = made(&company, "/pricing", &several);
        let other = pricing(&company, &json!({}));
        let part = |place: usize| several["product_metric_pricings"][place]["id"].clone();
        let body = over(&least(&company), &json!({
            "product_pricing_ids": [other["id"], several["id"]],
            "config_items": [
                { "product_pricing_id": several["id"], "num_licenses": 2.5, "minimum_units": 100 },
                { "product_metric_pricing_id": part(1), "num_licenses": 7 },
            ],
        }));
        let record = company.post("/subscriptions", &body).expect(200);
        let units = |pricing: usize| -> Vec<Value> {
            let parts = record["product_pricings"][pricing]["product_metric_pricings"].as_array();
            let units = |part: &Value| json!([part["num_licenses"], part["minimum_units"]]);
            parts.unwrap().iter().map(units).collect()
        };
        assert_eq!(units(0), [json!([1, null])]);
        assert_eq!(units(1), [json!([2.5, null]), json!([7, null]), json!([null, 100])]);
        assert_eq!(record["product_pricings"][1]["id"], several["id"], "in the order sent");
    }

    fn what_it_grants(company: Company) {
        let definitions = [
            ("both", "BOOL", "AND"), ("any", "BOOL", "OR"), ("sum", "NUMBER", "ADD"),
            ("least", "NUMBER", "MINIMUM"), ("most", "NUMBER", "MAXIMUM"),
            ("note", "TEXT", "COALESCE"),
        ];
        for (key, kind, aggregator) in definitions {
            made(&company, "/entitlements", &json!({
                "key": key, "name": key, "type": kind, "aggregator_type": aggregator
            }));
        }
        made(&company, "/entitlements", &json!({
            "key": "seats", "name": "Seats", "type": "NUMBER", "adjust_for_quantity": true
        }));
        let grants = |values: Value| {
            let pairs = values.as_object().unwrap().clone().into_iter();
            let rows: Vec<Value> =
                pairs.map(|(key, value)| json!({ "key": key, "value": value })).collect();
            let product = json!({ "name": "p", "entitlements": rows });
            let product = made(&company, "/products", &product);
            text(&made(&company, "/pricing", &monthly(&text(&product, "id"))), "id")
        };
        let first = grants(json!({ "both": true, "any": false, "sum": 0.1, "least": 5, "most": 5,
            "note": "first", "seats": 2 }));
        let second = grants(json!({ "both": false, "any": true, "sum": 0.2, "least": 3, "most": 3,
            "note": "second", "seats": 10 }));
        let body = over(&least(&company), &json!({
            "product_pricing_ids": [first, second],
            "config_items": [{ "product_pricing_id": first, "num_licenses": 3 }],
        }));
        let record = company.post("/subscriptions", &body).expect(200);
        let rows = record["computed_entitlements"].as_array().unwrap();
        let granted: Vec<Value> =
            rows.iter().map(|row| json!([row["key"], row["value"]])).collect();
        assert_eq!(granted, [
            json!(["any", true]), json!(["both", false]), json!(["least", 3]), json!(["most", 5]),
            json!(["note", "first"]), json!(["seats", 16]), json!(["sum", 0.3]),
        ]);
        assert_eq!(rows[0]["inherited_from_type"], "PRODUCT_PRICING");
        assert_eq!(rows[0]["inherited_from_id"], first.as_str());
        assert_eq!(rows[0]["type"], "BOOL");
    }

    fn a_page_takes_no_more_statements_than_one(company: Company) {
        for seller in ["Sam", "Kim"] {
            let seller = company.post("/sales_users", &json!({ "name": seller })).expect(200);
            let body = over(&least(&company), &json!({ "sales_user_id": seller["id"] }));
            for _ in 0..3 {
                company.post("/subscriptions", &body).expect(200);
            }
        }
        let one = statements(&company, 1);
        assert_eq!(statements(&company, 6), one);
        assert!(one <= 10, "{one} statements");
    }

    fn another_company_does_not_see_it(company: Company) {
        let record = sent(&company, &least(&company), &json!({ "identifier": "i" })).expect(200);
        let other = Company::new(&company.server);
        for key in [text(&record, "id"), "i".to_owned()] {
            let tail = format!("/subscriptions/{key}");
            other.get(&tail).problem(404, "not_found");
            other.patch(&tail, &json!({ "tags": ["t"] })).problem(404, "not_found");
        }
        let page = other.post("/subscriptions/find", &json!({})).expect(200);
        assert_eq!(page["results"], json!([]));
        let again = sent(&other, &least(&other), &json!({ "identifier": "i" }));
        assert_eq!(again.expect(200)["identifier"], "i", "unique in a company");
    }

    fn an_identifier_is_taken_once(company: Company) {
        let body = least(&company);
        sent(&company, &body, &json!({ "identifier": "once" })).expect(200);
        let facts = company.facts();
        let again = sent(&company, &body, &json!({ "identifier": "once" }));
        again.problem(409, "identifier_taken");
        assert_eq!(company.facts(), facts, "nothing is left of it");
        sent(&company, &body, &json!({ "identifier": "Once" })).expect(200);
    }

    fn the_same_set_has_one_bundle(company: Company) {
        let body = least(&company);
        let second = text(&pricing(&company, &json!({})), "id");
        let first = body["product_pricing_ids"][0].as_str().unwrap();
        let bundle = |ids: Value| {
            let record = sent(&company, &body, &json!({ "product_pricing_ids": ids })).expect(200);
            text(&record, "bundle_pricing_id")
        };
        let of_both = bundle(json!([first, second]));
        assert_eq!(bundle(json!([second, first])), of_both);
        assert_ne!(bundle(json!([first])), of_both);
        let sold = json!({ "name": "Team", "product_pricing_ids": [first] });
        let sold = text(&made(&company, "/bundles", &sold), "id");
        let fields = json!({ "product_pricing_ids": null, "bundle_pricing_id": sold });
        let record = sent(&company, &body, &fields).expect(200);
        assert_eq!(record["bundle_pricing_id"], sold.as_str());
        assert_eq!(record["product_pricing_ids"], json!([first]));
    }
}
