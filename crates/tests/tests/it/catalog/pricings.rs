//! `POST /pricing`: what has to be there, what follows from what, what fits together.

use serde_json::{Value, json};

use super::{item, made, metric, monthly, over, path, priced, pricing, product};
use crate::harness::Company;
use crate::harness::client::text;

both! {
    fn what_is_sent_is_kept(company: Company) {
        let other = text(&pricing(&company, &json!({})), "id");
        let fields = json!({
            "description": "d", "external_name": "monthly", "metadata": { "a": [1] },
            "tags": ["x", "y"], "upsell_product_pricing_id": other, "imported_from": "OLD",
            "import_ref": "1", "import_created_at_ref": "2020-01-01T00:00:00Z",
            "minimum_spend": { "currency": "USD", "value_in_cents": 5000 }
        });
        let record = pricing(&company, &fields);
        for (name, value) in fields.as_object().unwrap() {
            assert_eq!(&record[name], value, "{name}");
        }
        assert!(text(&record, "id").starts_with("price_"));
        assert_eq!(company.get(&path("/pricing", &record)).expect(200), record);
        assert_eq!(company.get("/pricing/monthly").expect(200), record);
    }

    fn the_price_fields_are_the_item_pricing_s(company: Company) {
        let fields = json!({
            "base_price": { "currency": "USD", "value_in_cents": 500 }, "base_units": 3,
            "carryover": true, "charge_type": "POST_ONLY", "proration_type": "NONE",
            "true_up_frequency": "MONTH",
            "billing_frequency": { "count": 2, "frequency": "QUARTER" },
            "recognition_schedule": {
                "recognition_schedule_type": "IMMEDIATE", "amount_per_period": null
            },
            "minimum_spend_schedule": {
                "allow_pulling_forward": true, "amount_per_period": ["100", "200.5"],
                "minimum_spend_schedule_type": "PER_PERIOD",
                "term": { "count": 1, "frequency": "YEAR" }
            }
        });
        let record = pricing(&company, &fields);
        let kept = &record["product_metric_pricings"][0]["item_pricing"];
        for name in fields.as_object().unwrap().keys().filter(|name| *name != "billing_frequency") {
            assert_eq!(kept[name], fields[name], "{name}");
        }
        assert_eq!(kept["frequency"], "QUARTER");
        assert_eq!(kept["term_count"], 2);
        assert_eq!(kept["type"], "FIXED");
        assert_eq!(kept["fixed_price"], json!({ "price_per_unit": "10" }));
    }

    fn how_units_are_shown_is_kept(company: Company) {
        for shown in ["UNITS", "AMOUNT", "THOUSAND_UNITS", "MILLION_UNITS"] {
            let record = pricing(&company, &json!({ "display_type": shown }));
            let kept = &record["product_metric_pricings"][0]["item_pricing"];
            assert_eq!(kept["display_type"], shown);
        }
    }

    fn null_is_absent_in_a_create(company: Company) {
        let body = monthly(&product(&company, "p"));
        let optional = [
            "charge_type", "proration_type", "item_id", "metric_id", "base_price", "base_units",
            "carryover", "step_price", "gradient_price", "volume_price", "custom_price",
            "scheduled_price", "credit_price", "minimum_spend", "minimum_spend_schedule",
            "recognition_schedule", "true_up_frequency", "entitlements", "description",
            "external_name", "display_type", "metadata", "tags", "type", "components",
            "upsell_product_pricing_id", "imported_from", "import_ref", "import_created_at_ref",
        ];
        let mut sent = body.clone();
        for name in optional {
            sent[name] = Value::Null;
        }
        let (bare, nulls) =
            (made(&company, "/pricing", &body), made(&company, "/pricing", &sent));
        for name in ["type", "tags", "metadata", "minimum_spend", "state", "description"] {
            assert_eq!(nulls[name], bare[name], "{name}");
        }
        let part = |record: &Value| record["product_metric_pricings"][0]["item_pricing"].clone();
        for name in ["charge_type", "proration_type", "type", "item_id", "display_type"] {
            assert_eq!(part(&nulls)[name], part(&bare)[name], "{name}");
        }
    }

    fn every_fault_is_told_at_once(company: Company) {
        let euro = json!({ "currency": "EUR", "value_in_cents": 1 });
        let sent = json!({
            "product_id": "nobody", "name": "n", "currency": "USD", "pricing_type": "GRADIENT",
            "gradient_price": [
                { "start": 0, "end": 10, "price_per_unit": "1" },
                { "start": 20, "price_per_unit": "0.1234567890123" }
            ],
            "item_id": "nobody", "base_price": euro, "minimum_spend": euro,
            "entitlements": [{ "key": "nobody", "value": 1 }],
            "upsell_product_pricing_id": "nobody"
        });
        let wanted = [
            "/base_price/currency", "/billing_frequency", "/entitlements/0",
            "/gradient_price/1/price_per_unit", "/gradient_price/1/start", "/item_id",
            "/minimum_spend/currency", "/product_id", "/upsell_product_pricing_id",
        ];
        assert_eq!(company.post("/pricing", &sent).faults(), wanted);
    }

    fn what_is_unknown_inside_is_refused(company: Company) {
        let cases = [
            (json!({ "fixed_price": { "price_per_unit": "1", "x": 1 } }), "/fixed_price/x"),
            (
                json!({ "billing_frequency": { "count": 1, "frequency": "MONTH", "x": 1 } }),
                "/billing_frequency/x",
            ),
            (json!({ "recognition_schedule": { "x": 1 } }), "/recognition_schedule/x"),
            (json!({ "fixed_prices": {} }), "/fixed_prices"),
        ];
        for (fields, pointer) in cases {
            assert_eq!(priced(&company, &fields).faults(), [pointer]);
        }
    }

    fn what_is_not_sent_has_its_default(company: Company) {
        let record = pricing(&company, &json!({}));
        assert_eq!(record["type"], "RECURRING");
        assert_eq!(record["minimum_spend"], Value::Null);
        let part = &record["product_metric_pricings"][0];
        assert_eq!(part["item"]["type"], "LICENSE");
        assert_eq!(part["metric"]["type"], "LICENSE_METRIC");
        let kept = &part["item_pricing"];
        assert_eq!(kept["charge_type"], "PRE_POST");
        assert_eq!(kept["proration_type"], "PRORATE_ALL");
        assert_eq!(kept["recognition_schedule"]["recognition_schedule_type"], "RATABLE");
        assert_eq!(kept["editable"], true);
        for name in ["base_price", "credit_price", "step_price", "gradient_price"] {
            assert_eq!(kept[name], Value::Null, "{name}");
        }
        let item = item(&company, "Calls");
        let usage = json!({ "item_id": item, "metric_id": metric(&company, &item) });
        let usage = pricing(&company, &usage);
        let kept = &usage["product_metric_pricings"][0]["item_pricing"];
        assert_eq!(kept["charge_type"], "POST_ONLY");
    }

    fn what_is_required(company: Company) {
        let body = monthly(&product(&company, "p"));
        let required = [
            "product_id", "name", "currency", "pricing_type", "fixed_price", "billing_frequency",
        ];
        let before = company.facts();
        for name in required {
            let answer = company.post("/pricing", &over(&body, &json!({ name: null })));
            assert_eq!(answer.faults(), [format!("/{name}")]);
        }
        let faults = company.post("/pricing", &json!({})).faults();
        for name in ["/product_id", "/name", "/currency"] {
            assert!(faults.contains(&name.to_owned()), "{faults:?}");
        }
        assert_eq!(company.facts(), before);
    }

    fn the_price_of_each_model_is_required_and_of_no_other_taken(company: Company) {
        let prices = [
            ("FIXED", "fixed_price", json!({ "price_per_unit": "1" })),
            ("STEP", "step_price", json!({ "price_per_step": "1", "step_size": 10 })),
            ("GRADIENT", "gradient_price", json!([{ "start": 0, "price_per_unit": "1" }])),
            ("VOLUME", "volume_price", json!([{ "price_per_unit": "1" }])),
            ("CUSTOM", "custom_price", json!({ "price_per_unit": 1 })),
            ("SCHEDULED", "scheduled_price", json!({ "price_per_unit_per_period": ["1"] })),
        ];
        let body = over(&monthly(&product(&company, "p")), &json!({ "fixed_price": null }));
        for (model, field, price) in &prices {
            let bare = over(&body, &json!({ "pricing_type": model }));
            assert_eq!(company.post("/pricing", &bare).faults(), [format!("/{field}")]);
            let good = over(&bare, &json!({ *field: price }));
            let record = company.post("/pricing", &good).expect(200);
            let kept = &record["product_metric_pricings"][0]["item_pricing"];
            assert_eq!(&kept["type"], model);
            for (other, wrong, price) in &prices {
                if other != model {
                    let answer = company.post("/pricing", &over(&good, &json!({ *wrong: price })));
                    assert_eq!(answer.faults(), [format!("/{wrong}")], "{model}");
                }
            }
        }
        let wrong = over(&body, &json!({ "pricing_type": "TIERED" }));
        assert!(company.post("/pricing", &wrong).faults().contains(&"/pricing_type".to_owned()));
    }

    fn one_time_or_recurring(company: Company) {
        let once = json!({ "count": 1, "frequency": "ONETIME" });
        let good = [
            json!({ "type": "ONETIME", "billing_frequency": null }),
            json!({ "type": "ONETIME", "billing_frequency": once }),
            json!({ "billing_frequency": once }),
        ];
        for fields in good {
            let record = pricing(&company, &fields);
            assert_eq!(record["type"], "ONETIME", "{fields}");
            let part = &record["product_metric_pricings"][0];
            assert_eq!(part["item"]["type"], "LICENSE");
            assert_eq!(part["metric"]["type"], "ONETIME_METRIC");
            assert_eq!(part["item_pricing"]["frequency"], "ONETIME");
        }
        assert_eq!(pricing(&company, &json!({ "type": "RECURRING" }))["type"], "RECURRING");
        let wrong = [
            (json!({ "type": "ONETIME" }), "/billing_frequency"),
            (json!({ "type": "RECURRING", "billing_frequency": once }), "/billing_frequency"),
            (json!({ "type": "RECURRING", "billing_frequency": null }), "/billing_frequency"),
            (json!({ "type": "WEEKLY" }), "/type"),
        ];
        for (fields, pointer) in wrong {
            let faults = priced(&company, &fields).faults();
            assert!(faults.iter().all(|fault| fault.starts_with(pointer)), "{faults:?}");
        }
    }

    fn frequencies_and_their_counts(company: Company) {
        for frequency in
            ["HOUR", "DAY", "WEEK", "BI_MONTH", "MONTH", "QUARTER", "BI_ANNUAL", "YEAR"]
        {
            let fields = json!({ "billing_frequency": { "count": 3, "frequency": frequency } });
            let record = pricing(&company, &fields);
            let kept = &record["product_metric_pricings"][0]["item_pricing"];
            assert_eq!(kept["frequency"], frequency);
            assert_eq!(kept["term_count"], 3);
        }
        for wrong in [
            json!({ "count": 0, "frequency": "MONTH" }),
            json!({ "count": -1, "frequency": "MONTH" }),
            json!({ "count": 1.5, "frequency": "MONTH" }),
            json!({ "count": 1, "frequency": "FORTNIGHT" }),
            json!({ "count": 1 }),
            json!({ "frequency": "MONTH" }),
        ] {
            let faults = priced(&company, &json!({ "billing_frequency": wrong })).faults();
            assert!(faults[0].starts_with("/billing_frequency"), "{wrong} {faults:?}");
        }
        let far = json!({ "billing_frequency": { "count": i64::MAX, "frequency": "YEAR" } });
        let status = priced(&company, &far).status;
        assert!(matches!(status, 200 | 422), "{status}");
    }

    fn item_and_metric_belong_together(company: Company) {
        let (calls, seats) = (item(&company, "Calls"), item(&company, "Seats"));
        let of_calls = metric(&company, &calls);
        let standard = pricing(&company, &json!({}))["product_metric_pricings"][0].clone();
        let licence = &standard["metric_id"];
        pricing(&company, &json!({ "item_id": calls, "metric_id": of_calls }));
        pricing(&company, &json!({ "item_id": standard["item_id"], "metric_id": licence }));
        let object = json!({ "name": "Devices", "type": "CUSTOM_OBJ" });
        let object = made(&company, "/billable_items", &object);
        let before = company.facts().len();
        for fields in [
            json!({ "item_id": calls }),
            json!({ "item_id": object["id"] }),
            json!({ "item_id": seats, "metric_id": of_calls }),
            json!({ "item_id": calls, "metric_id": licence }),
            json!({ "metric_id": of_calls }),
            json!({ "item_id": calls, "metric_id": "nobody" }),
        ] {
            assert_eq!(priced(&company, &fields).faults(), ["/metric_id"], "{fields}");
        }
        let unknown = json!({ "item_id": "nobody", "metric_id": of_calls });
        assert!(priced(&company, &unknown).faults().contains(&"/item_id".to_owned()));
        let products = 7;
        assert_eq!(company.facts().len(), before + products, "only the products");
    }

    fn what_only_the_service_says_is_refused(company: Company) {
        for name in [
            "id", "company_id", "created_at", "updated_at", "num_subs", "product", "frequency",
            "product_metric_pricings", "computed_entitlements", "override_entitlements",
            "editable",
        ] {
            assert_eq!(priced(&company, &json!({ name: 1 })).faults(), [format!("/{name}")]);
        }
    }

    fn an_upsell_is_another_pricing_of_its_currency(company: Company) {
        let euro = text(&pricing(&company, &json!({ "currency": "EUR" })), "id");
        for wrong in [euro.as_str(), "nobody"] {
            let answer = priced(&company, &json!({ "upsell_product_pricing_id": wrong }));
            assert_eq!(answer.faults(), ["/upsell_product_pricing_id"]);
        }
        let value = pricing(&company, &json!({}));
        let change = json!({ "upsell_product_pricing_id": value["id"] });
        let answer = company.patch(&path("/pricing", &value), &change);
        assert_eq!(answer.faults(), ["/upsell_product_pricing_id"]);
    }
}
