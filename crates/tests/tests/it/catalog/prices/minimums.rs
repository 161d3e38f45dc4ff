//! Minimum spends in estimates: levels nest, schedules go on, one-time prices have no period.

use serde_json::{Value, json};

use super::estimates::adds_up;
use crate::catalog::{estimate, made, path, priced, pricing, product};
use crate::harness::client::text;
use crate::harness::{Client, Company};

fn dollars(cents: i64) -> Value {
    json!({ "currency": "USD", "value_in_cents": cents })
}

/// The exact charge of a month of 2026, counted from January.
#[track_caller]
fn month(client: &Client, pricing: &Value, units: i64, month: u32) -> String {
    let (start, end) =
        (format!("2026-{month:02}-01T00:00:00Z"), format!("2026-{:02}-01T00:00:00Z", month + 1));
    let body = json!({
        "units": units, "at": "2026-01-01T00:00:00Z",
        "period": { "start_date": start, "end_date": end }
    });
    let told = estimate(client, pricing, &body).expect(200);
    adds_up(&told);
    text(&told, "exact")
}

both! {
    fn an_inner_minimum_counts_in_the_outer(company: Company) {
        let each = json!({
            "pricing_type": "FIXED", "fixed_price": { "price_per_unit": "10" },
            "billing_frequency": { "count": 1, "frequency": "MONTH" },
            "minimum_spend": dollars(3000)
        });
        let mut free = each.clone();
        free["minimum_spend"] = Value::Null;
        let body = json!({
            "product_id": product(&company, "p"), "name": "n", "currency": "USD",
            "components": [each, free], "minimum_spend": dollars(10000)
        });
        let record = made(&company, "/pricing", &body);
        for (units, cents, rows) in [(1, 10000, 4), (4, 10000, 3), (5, 10000, 2), (6, 12000, 2)] {
            let told = estimate(&company, &record, &json!({ "units": units })).expect(200);
            adds_up(&told);
            assert_eq!(told["amount"]["value_in_cents"], cents, "{units}");
            assert_eq!(told["breakdown"].as_array().unwrap().len(), rows, "{told}");
        }
        let told = estimate(&company, &record, &json!({ "units": 1 })).expect(200);
        let amounts: Vec<_> = told["breakdown"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| text(row, "amount"))
            .collect();
        assert_eq!(amounts, ["10", "10", "20", "60"]);
    }

    fn a_schedule_has_the_nth_minimum_in_the_nth_term(company: Company) {
        let schedule = json!({
            "amount_per_period": ["50", "80"], "minimum_spend_schedule_type": "PER_PERIOD",
            "allow_pulling_forward": false, "term": null
        });
        let record = pricing(&company, &json!({ "minimum_spend_schedule": schedule }));
        let kept = &record["product_metric_pricings"][0]["item_pricing"];
        assert_eq!(kept["minimum_spend_schedule"]["amount_per_period"], json!(["50", "80"]));
        let told = estimate(&company, &record, &json!({ "units": 1 })).expect(200);
        assert_eq!(told["amount"], dollars(5000));
        assert_eq!(month(&company, &record, 1, 1), "50");
        assert_eq!(month(&company, &record, 1, 2), "80");
        assert_eq!(month(&company, &record, 1, 7), "80");
        assert_eq!(month(&company, &record, 9, 2), "90");
    }

    fn a_schedule_that_is_none_is_refused(company: Company) {
        let cases = [
            (json!({ "amount_per_period": [] }), "/amount_per_period"),
            (json!({}), "/amount_per_period"),
            (json!({ "amount_per_period": ["x"] }), "/amount_per_period/0"),
            (
                json!({ "amount_per_period": ["1"], "minimum_spend_schedule_type": "X" }),
                "/minimum_spend_schedule_type",
            ),
            (
                json!({
                    "amount_per_period": ["1"], "term": { "count": 0, "frequency": "MONTH" }
                }),
                "/term/count",
            ),
        ];
        for (schedule, pointer) in cases {
            let answer = priced(&company, &json!({ "minimum_spend_schedule": schedule }));
            let pointer = format!("/minimum_spend_schedule{pointer}");
            assert_eq!(answer.faults(), [pointer], "{schedule}");
        }
        let negative = json!({ "minimum_spend": dollars(-1) });
        assert_eq!(priced(&company, &negative).faults(), ["/minimum_spend/value_in_cents"]);
    }

    fn a_one_time_price(company: Company) {
        let fields = json!({
            "type": "ONETIME", "billing_frequency": null, "base_price": dollars(500)
        });
        let record = pricing(&company, &fields);
        let told = estimate(&company, &record, &json!({ "units": 2.5 })).expect(200);
        adds_up(&told);
        assert_eq!(told["exact"], "30");
        assert_eq!(told["amount"], dollars(3000));
        let answer = estimate(&company, &record, &json!({
            "period": { "start_date": "2026-01-01T00:00:00Z", "end_date": "2026-01-02T00:00:00Z" }
        }));
        assert!(matches!(answer.status, 200 | 422), "{}", answer.text());
    }

    fn periods_that_are_none(company: Company) {
        let record = pricing(&company, &json!({}));
        let whole = |start: &str, end: &str| {
            json!({ "period": { "start_date": start, "end_date": end } })
        };
        let day = "2026-01-01T00:00:00Z";
        let cases = [
            whole(day, "2025-12-31T00:00:00Z"),
            whole(day, day),
            whole("2026-02-30T00:00:00Z", "2026-03-01T00:00:00Z"),
            whole("2026-01-01", "2026-01-02"),
            whole("2026-01-01T00:00:00", "2026-01-02T00:00:00Z"),
            whole("10000-01-01T00:00:00Z", "10000-01-02T00:00:00Z"),
            json!({ "period": { "start_date": day } }),
            json!({ "period": { "start_date": day, "end_date": null } }),
            json!({ "period": { "from": day } }),
            json!({ "period": "January" }),
            json!({ "at": "now" }),
            json!({ "at": "2026-13-01T00:00:00Z" }),
        ];
        for body in cases {
            let faults = estimate(&company, &record, &body).faults();
            let named = |fault: &String| fault.starts_with("/period") || fault.starts_with("/at");
            assert!(faults.iter().all(named), "{body} {faults:?}");
        }
        let far = [
            whole("0001-01-01T00:00:00Z", "0001-01-02T00:00:00Z"),
            whole("9999-12-30T00:00:00Z", "9999-12-31T23:59:59Z"),
            whole(day, "2026-12-31T00:00:00Z"),
        ];
        for body in far {
            let answer = estimate(&company, &record, &body);
            assert!(matches!(answer.status, 200 | 422), "{body} {}", answer.text());
        }
        assert_eq!(company.get(&path("/pricing", &record)).expect(200), record);
    }
}
