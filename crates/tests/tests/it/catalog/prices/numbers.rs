//! Prices and quantities are exact, within their digits; amounts are in their currency.

use serde_json::{Value, json};

use crate::catalog::{estimate, modelled, priced, pricing};
use crate::harness::{Answer, Client, Company};

/// A pricing whose price is written as it stands here.
#[track_caller]
fn written(client: &Client, price: &str) -> Answer {
    let product = crate::catalog::product(client, "p");
    let body = crate::catalog::monthly(&product).to_string();
    let (ten, other) = ("\"price_per_unit\":\"10\"", format!("\"price_per_unit\":{price}"));
    assert!(body.contains(ten), "{body}");
    let body = body.replace(ten, &other);
    client.send(client.request("POST", "/pricing").text(body))
}

#[track_caller]
fn estimated(client: &Client, pricing: &Value, units: &str) -> Answer {
    let tail = format!("{}/estimate", crate::catalog::path("/pricing", pricing));
    client.send(client.request("POST", &tail).text(format!("{{\"units\":{units}}}")))
}

both! {
    fn prices_are_text_or_number_and_answered_as_text(company: Company) {
        let cases = [
            ("\"0.0025\"", "0.0025"),
            ("0.0025", "0.0025"),
            ("\"12\"", "12"),
            ("1e3", "1000"),
            ("0.1", "0.1"),
            ("\"0.000000000001\"", "0.000000000001"),
            ("0.123456789012", "0.123456789012"),
            ("123456789012.123456789012", "123456789012.123456789012"),
            ("0", "0"),
        ];
        for (sent, answered) in cases {
            let record = written(&company, sent).expect(200);
            let kept = &record["product_metric_pricings"][0]["item_pricing"]["fixed_price"];
            assert_eq!(kept["price_per_unit"], answered, "{sent}");
            let got = company.get(&crate::catalog::path("/pricing", &record)).expect(200);
            assert_eq!(got, record);
        }
    }

    fn what_is_no_price_is_refused(company: Company) {
        for wrong in [
            "\"0.0000000000001\"",
            "0.1234567890123",
            "-1",
            "\"-0.01\"",
            "\"\"",
            "\"x\"",
            "\"1,5\"",
            "\"NaN\"",
            "\"Infinity\"",
            "true",
            "[]",
            "{}",
            "\"0x10\"",
        ] {
            let faults = written(&company, wrong).faults();
            assert_eq!(faults, ["/fixed_price/price_per_unit"], "{wrong}");
        }
        for wrong in ["NaN", "1e400", "1e-400", "\"1e400\"", "\"1e999999999\""] {
            let answer = written(&company, wrong);
            assert!(matches!(answer.status, 400 | 422), "{wrong} {}", answer.text());
        }
    }

    fn custom_prices_are_answered_as_numbers(company: Company) {
        let prices = json!({
            "price_per_unit": "2.5", "preset_price_per_unit": 3, "min_price_per_unit": "0.5",
            "max_price_per_unit": 10.25
        });
        let record = modelled(&company, "CUSTOM", &json!({ "custom_price": prices })).expect(200);
        let kept = &record["product_metric_pricings"][0]["item_pricing"]["custom_price"];
        let wanted = json!({
            "price_per_unit": 2.5, "preset_price_per_unit": 3, "min_price_per_unit": 0.5,
            "max_price_per_unit": 10.25
        });
        assert_eq!(kept, &wanted);
        let long = "\"0.1234567890123\"";
        let prices = json!({ "price_per_unit": serde_json::from_str::<Value>(long).unwrap() });
        let answer = modelled(&company, "CUSTOM", &json!({ "custom_price": prices }));
        assert!(answer.faults().contains(&"/custom_price/price_per_unit".to_owned()));
    }

    fn every_decimal_has_its_digits(company: Company) {
        let long = "0.1234567890123";
        let cases = [
            (
                "STEP",
                json!({ "step_price": { "price_per_step": long, "step_size": 1 } }),
                "/step_price/price_per_step",
            ),
            (
                "GRADIENT",
                json!({ "gradient_price": [{ "price_per_unit": "1", "flat_price": long }] }),
                "/gradient_price/0/flat_price",
            ),
            (
                "VOLUME",
                json!({ "volume_price": [{ "price_per_unit": long }] }),
                "/volume_price/0/price_per_unit",
            ),
            (
                "SCHEDULED",
                json!({ "scheduled_price": { "price_per_unit_per_period": ["1", long] } }),
                "/scheduled_price/price_per_unit_per_period/1",
            ),
        ];
        for (model, fields, pointer) in cases {
            assert_eq!(modelled(&company, model, &fields).faults(), [pointer]);
        }
        let schedule = json!({ "minimum_spend_schedule": { "amount_per_period": ["1", long] } });
        let pointer = "/minimum_spend_schedule/amount_per_period/1";
        assert_eq!(priced(&company, &schedule).faults(), [pointer]);
    }

    fn quantities_have_fifteen_and_nine_digits(company: Company) {
        let record = written(&company, "\"0.000000000001\"").expect(200);
        for good in ["999999999999999.999999999", "0.000000001", "0", "1e14", "-0.0"] {
            let told = estimated(&company, &record, good);
            assert_eq!(told.status, 200, "{good} {}", told.text());
        }
        let told = estimated(&company, &record, "999999999999999.999999999").expect(200);
        assert_eq!(told["exact"], "999.999999999999999999999");
        assert_eq!(told["amount"]["value_in_cents"], 100_000);
        for wrong in ["1000000000000000", "1e15", "0.0000000001", "-1", "-0.000000001"] {
            assert_eq!(estimated(&company, &record, wrong).faults(), ["/units"], "{wrong}");
        }
        for wrong in ["1e400", "NaN", "\"10\""] {
            let answer = estimated(&company, &record, wrong);
            assert!(matches!(answer.status, 400 | 422), "{wrong} {}", answer.text());
        }
        for (fields, pointer) in [
            (json!({ "base_units": 1_000_000_000_000_000_i64 }), "/base_units"),
            (json!({ "base_units": -1 }), "/base_units"),
        ] {
            assert_eq!(priced(&company, &fields).faults(), [pointer]);
        }
    }

    fn a_charge_beyond_int64_is_refused(company: Company) {
        let record = written(&company, "92233720368547758.07").expect(200);
        let told = estimated(&company, &record, "1").expect(200);
        assert_eq!(told["amount"]["value_in_cents"], i64::MAX);
        assert_eq!(estimated(&company, &record, "2").faults(), ["/units"]);
        estimated(&company, &record, "999999999999999").expect(422);
        let most = json!({ "currency": "USD", "value_in_cents": i64::MAX });
        let record = pricing(&company, &json!({ "base_price": most }));
        estimated(&company, &record, "0").expect(200);
        estimated(&company, &record, "1").expect(422);
    }

    fn amounts_are_whole_minor_units(company: Company) {
        for field in ["base_price", "minimum_spend"] {
            for wrong in ["1.5", "\"100\"", "9223372036854775808", "null"] {
                let wrong: Value = serde_json::from_str(wrong).unwrap();
                let amount = json!({ field: { "currency": "USD", "value_in_cents": wrong } });
                let pointer = format!("/{field}/value_in_cents");
                assert_eq!(priced(&company, &amount).faults(), [pointer], "{wrong}");
            }
        }
    }

    fn a_currency_is_taken_in_any_case_and_answered_in_upper(company: Company) {
        for field in ["base_price", "minimum_spend"] {
            let exact: Value = serde_json::from_str("1e3").unwrap();
            let amount = json!({ field: { "currency": "usd", "value_in_cents": exact } });
            let record = priced(&company, &amount).expect(200);
            let kept = match field {
                "minimum_spend" => &record["minimum_spend"],
                _ => &record["product_metric_pricings"][0]["item_pricing"]["base_price"],
            };
            assert_eq!(kept, &json!({ "currency": "USD", "value_in_cents": 1000 }));
        }
    }

    fn currencies_agree(company: Company) {
        for field in ["base_price", "minimum_spend"] {
            let amount = json!({ field: { "currency": "EUR", "value_in_cents": 1 } });
            let faults = priced(&company, &amount).faults();
            assert_eq!(faults, [format!("/{field}/currency")]);
        }
        let record = pricing(&company, &json!({ "currency": "eur" }));
        assert_eq!(record["currency"], "EUR");
        for wrong in ["XYZ", "EURO", "E", "", "12A", "€€€"] {
            let faults = priced(&company, &json!({ "currency": wrong })).faults();
            assert_eq!(faults, ["/currency"], "{wrong}");
        }
        let both = json!({
            "currency": "ZZZ", "base_price": { "currency": "USD", "value_in_cents": 1 },
            "fixed_price": { "price_per_unit": "x" }
        });
        let faults = priced(&company, &both).faults();
        assert!(faults.contains(&"/currency".to_owned()), "{faults:?}");
    }

    fn each_currency_has_its_minor_units(company: Company) {
        let cases = [
            ("JPY", "100.4", 1, 100),
            ("JPY", "0.5", 1, 1),
            ("USD", "1.005", 1, 101),
            ("KWD", "1.2345", 1, 1235),
            ("KWD", "0.0004", 3, 1),
            ("JPY", "33.3333", 3, 100),
        ];
        for (currency, price, units, minor) in cases {
            let fixed = json!({ "price_per_unit": price });
            let record = pricing(&company, &json!({ "currency": currency, "fixed_price": fixed }));
            let told = estimate(&company, &record, &json!({ "units": units })).expect(200);
            let amount = json!({ "currency": currency, "value_in_cents": minor });
            assert_eq!(told["amount"], amount, "{price}");
        }
        for (currency, exact) in [("JPY", "500"), ("KWD", "0.5")] {
            let base = json!({ "currency": currency, "value_in_cents": 500 });
            let fields = json!({ "currency": currency, "base_price": base });
            let record = pricing(&company, &fields);
            let told = estimate(&company, &record, &json!({ "units": 0 })).expect(200);
            assert_eq!(told["exact"], exact);
            assert_eq!(told["amount"]["value_in_cents"], 500);
        }
    }
}
