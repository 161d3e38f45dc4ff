//! Every model, defined and tried out: the rows say how the amount came about.

use serde_json::{Value, json};

use crate::catalog::{estimate, item, metric, modelled, over, pricing};
use crate::harness::{Client, Company};

/// Units, then the exact charge in major units, then cents, then rows as `units × price`.
type Case<'a> = (&'a str, &'a str, i64, &'a [(&'a str, &'a str)]);

#[track_caller]
fn charged(client: &Client, pricing: &Value, cases: &[Case]) {
    for (units, exact, cents, rows) in cases {
        let units: Value = serde_json::from_str(units).unwrap();
        let told = estimate(client, pricing, &json!({ "units": units })).expect(200);
        assert_eq!(told["exact"], *exact, "{units} {told}");
        assert_eq!(told["amount"]["value_in_cents"], *cents, "{units} {told}");
        assert_eq!(told["amount"]["currency"], pricing["currency"]);
        crate::catalog::prices::estimates::adds_up(&told);
        let shown: Vec<_> = told["breakdown"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| (row["units"].as_str().unwrap(), row["unit_price"].as_str().unwrap()))
            .collect();
        assert_eq!(&shown, rows, "{units} {told}");
        let same = estimate(client, pricing, &json!({ "num_licenses": units })).expect(200);
        assert_eq!(same, told);
    }
}

both! {
    fn fixed(company: Company) {
        let fixed = json!({ "fixed_price": { "price_per_unit": "0.0025" } });
        let fixed = modelled(&company, "FIXED", &fixed).expect(200);
        charged(&company, &fixed, &[
            ("0", "0", 0, &[("0", "0.0025")]),
            ("1", "0.0025", 0, &[("1", "0.0025")]),
            ("2", "0.005", 1, &[("2", "0.0025")]),
            ("1000.5", "2.50125", 250, &[("1000.5", "0.0025")]),
        ]);
        let based = json!({
            "fixed_price": { "price_per_unit": "2" }, "base_units": 10,
            "base_price": { "currency": "USD", "value_in_cents": 999 }
        });
        let based = modelled(&company, "FIXED", &based).expect(200);
        charged(&company, &based, &[
            ("0", "9.99", 999, &[("1", "9.99"), ("0", "0"), ("0", "2")]),
            ("10", "9.99", 999, &[("1", "9.99"), ("10", "0"), ("0", "2")]),
            ("12.5", "14.99", 1499, &[("1", "9.99"), ("10", "0"), ("2.5", "2")]),
        ]);
    }

    fn step(company: Company) {
        let step = json!({ "step_price": { "price_per_step": "5", "step_size": 100 } });
        let step = modelled(&company, "STEP", &step).expect(200);
        let kept = &step["product_metric_pricings"][0]["item_pricing"]["step_price"];
        assert_eq!(kept, &json!({ "price_per_step": "5", "step_size": 100 }));
        charged(&company, &step, &[
            ("0", "0", 0, &[("0", "5")]),
            ("1", "5", 500, &[("1", "5")]),
            ("100", "5", 500, &[("1", "5")]),
            ("100.000000001", "10", 1000, &[("2", "5")]),
        ]);
        for wrong in [json!(0), json!(-1)] {
            let wrong = json!({ "step_price": { "price_per_step": "5", "step_size": wrong } });
            let faults = modelled(&company, "STEP", &wrong).faults();
            assert_eq!(faults, ["/step_price/step_size"]);
        }
    }

    fn gradient(company: Company) {
        let tiers = json!([
            { "start": 0, "end": 10, "price_per_unit": "2", "flat_price": "1" },
            { "start": 10, "end": 100, "price_per_unit": "1.5", "flat_price": null },
            { "start": 100, "end": null, "price_per_unit": "1", "flat_price": "20" }
        ]);
        let gradient = modelled(&company, "GRADIENT", &json!({ "gradient_price": tiers }));
        let gradient = gradient.expect(200);
        charged(&company, &gradient, &[
            ("0", "1", 100, &[("0", "2"), ("1", "1")]),
            ("10", "21", 2100, &[("10", "2"), ("1", "1")]),
            ("10.5", "21.75", 2175, &[("10", "2"), ("1", "1"), ("0.5", "1.5")]),
            ("100", "156", 15600, &[("10", "2"), ("1", "1"), ("90", "1.5")]),
            ("101", "177", 17700, &[
                ("10", "2"), ("1", "1"), ("90", "1.5"), ("1", "1"), ("1", "20"),
            ]),
        ]);
        let kept = &gradient["product_metric_pricings"][0]["item_pricing"]["gradient_price"];
        assert_eq!(kept[0]["end"], 10);
        assert_eq!(kept[1]["price_per_unit"], "1.5");
        assert_eq!(kept[2]["end"], Value::Null);
        for tier in kept.as_array().unwrap() {
            crate::catalog::complete(tier, "start end flat_price price_per_unit is_custom_tier");
        }
    }

    fn volume(company: Company) {
        let tiers = json!([
            { "total_units_start": 0, "total_units_end": 10, "price_per_unit": "2" },
            { "total_units_start": 11, "total_units_end": 100, "price_per_unit": "1.5",
              "flat_price": "3" },
            { "total_units_start": 101, "total_units_end": null, "price_per_unit": "1" }
        ]);
        let volume = modelled(&company, "VOLUME", &json!({ "volume_price": tiers })).expect(200);
        charged(&company, &volume, &[
            ("0", "0", 0, &[("0", "2")]),
            ("10", "20", 2000, &[("10", "2")]),
            ("10.5", "18.75", 1875, &[("10.5", "1.5"), ("1", "3")]),
            ("100", "153", 15300, &[("100", "1.5"), ("1", "3")]),
            ("101", "101", 10100, &[("101", "1")]),
        ]);
        let kept = &volume["product_metric_pricings"][0]["item_pricing"]["volume_price"];
        for tier in kept.as_array().unwrap() {
            let fields = "total_units_start total_units_end flat_price price_per_unit";
            crate::catalog::complete(tier, fields);
            crate::catalog::complete(tier, "is_custom_tier");
        }
    }

    fn custom(company: Company) {
        let value = json!({
            "price_per_unit": 3.5, "preset_price_per_unit": "3", "min_price_per_unit": 1,
            "max_price_per_unit": "5"
        });
        let mut prices = value.clone();
        for (price, exact, cents) in [("3.5", "7", 700), ("3", "6", 600), ("1", "2", 200)] {
            let record = modelled(&company, "CUSTOM", &json!({ "custom_price": prices }));
            let record = record.expect(200);
            charged(&company, &record, &[("2", exact, cents, &[("2", price)])]);
            let first = match price { "3.5" => "price_per_unit", _ => "preset_price_per_unit" };
            prices[first] = Value::Null;
        }
        let wrong = [
            (json!({ "price_per_unit": 6 }), "/custom_price/price_per_unit"),
            (json!({ "price_per_unit": 0.5 }), "/custom_price/price_per_unit"),
            (json!({ "preset_price_per_unit": 5.01 }), "/custom_price/preset_price_per_unit"),
            (json!({ "max_price_per_unit": 0.5 }), "/custom_price/max_price_per_unit"),
        ];
        for (fields, pointer) in wrong {
            let prices = json!({ "custom_price": over(&value, &fields) });
            assert_eq!(modelled(&company, "CUSTOM", &prices).faults(), [pointer], "{fields}");
        }
        let none = modelled(&company, "CUSTOM", &json!({ "custom_price": {} })).faults();
        assert!(none.iter().all(|fault| fault.starts_with("/custom_price")), "{none:?}");
    }

    fn scheduled(company: Company) {
        let prices = json!({ "price_per_unit_per_period": ["10", "20", "25.5"] });
        let scheduled = json!({ "scheduled_price": prices });
        let scheduled = modelled(&company, "SCHEDULED", &scheduled).expect(200);
        let kept = &scheduled["product_metric_pricings"][0]["item_pricing"]["scheduled_price"];
        assert_eq!(kept, &prices);
        charged(&company, &scheduled, &[("3", "30", 3000, &[("3", "10")])]);
        for wrong in [json!([]), Value::Null] {
            let wrong = json!({ "scheduled_price": { "price_per_unit_per_period": wrong } });
            let faults = modelled(&company, "SCHEDULED", &wrong).faults();
            assert_eq!(faults, ["/scheduled_price/price_per_unit_per_period"]);
        }
        let wrong = json!({ "scheduled_price": { "price_per_unit_per_period": ["1", "x"] } });
        let faults = modelled(&company, "SCHEDULED", &wrong).faults();
        assert_eq!(faults, ["/scheduled_price/price_per_unit_per_period/1"]);
    }

    fn a_credit_is_bought_at_the_price_of_the_model(company: Company) {
        let item = item(&company, "Calls");
        let scope = crate::catalog::product(&company, "Scoped");
        let credits = [
            json!({
                "type": "AMOUNT", "amount": { "currency": "USD", "value_in_cents": 12000 },
                "expiration_policy": "END_OF_PRICING_FREQUENCY", "scoped_product_ids": [scope],
                "item_id": null, "units": null
            }),
            json!({
                "type": "UNITS", "item_id": item, "units": 1000, "amount": null,
                "expiration_policy": "NEVER", "scoped_product_ids": null
            }),
        ];
        for credit in credits {
            let fields = json!({
                "credit_price": credit, "fixed_price": { "price_per_unit": "100" },
            });
            let record = pricing(&company, &fields);
            let kept = &record["product_metric_pricings"][0]["item_pricing"]["credit_price"];
            for (name, value) in credit.as_object().unwrap() {
                let empty = kept[name].as_array().is_some_and(Vec::is_empty) && value.is_null();
                assert!(kept[name] == *value || empty, "{name} {kept}");
            }
            charged(&company, &record, &[("2", "200", 20000, &[("2", "100")])]);
        }
    }

    fn a_credit_says_what_it_grants(company: Company) {
        let item = item(&company, "Calls");
        let _ = metric(&company, &item);
        let amount = json!({ "currency": "USD", "value_in_cents": 100 });
        let cases = [
            (json!({ "amount": amount }), "/credit_price/type"),
            (json!({ "type": "AMOUNT" }), "/credit_price/amount"),
            (json!({ "type": "UNITS", "units": 1 }), "/credit_price/item_id"),
            (json!({ "type": "UNITS", "item_id": item }), "/credit_price/units"),
            (json!({ "type": "UNITS", "item_id": item, "units": 0 }), "/credit_price/units"),
            (json!({ "type": "POINTS", "amount": amount }), "/credit_price/type"),
            (
                json!({ "type": "AMOUNT", "amount": { "currency": "EUR", "value_in_cents": 1 } }),
                "/credit_price/amount/currency",
            ),
            (
                json!({ "type": "AMOUNT", "amount": amount, "expiration_policy": "SOON" }),
                "/credit_price/expiration_policy",
            ),
        ];
        for (credit, pointer) in cases {
            let answer = crate::catalog::priced(&company, &json!({ "credit_price": credit }));
            assert_eq!(answer.faults(), [pointer], "{credit}");
        }
    }
}
