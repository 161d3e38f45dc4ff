//! `POST /pricing/{id}/estimate`: units, parts of a period, later periods, minimums.

use serde_json::{Value, json};

use crate::catalog::{estimate, item, metric, modelled, over, path, pricing};
use crate::harness::client::text;
use crate::harness::{Client, Company};

/// A decimal or a fraction as numerator and denominator.
fn ratio(text: &str) -> (i128, i128) {
    if let Some((top, bottom)) = text.split_once('/') {
        return (top.parse().unwrap(), bottom.parse().unwrap());
    }
    let fraction = text.split_once('.').map_or("", |(_, fraction)| fraction);
    let scale = 10_i128.pow(u32::try_from(fraction.len()).unwrap());
    (text.replace('.', "").parse().unwrap(), scale)
}

fn sum((a, b): (i128, i128), (c, d): (i128, i128)) -> (i128, i128) {
    reduced((a * d + c * b, b * d))
}

fn reduced((top, bottom): (i128, i128)) -> (i128, i128) {
    let (mut a, mut b) = (top.abs(), bottom);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    (top / a.max(1), bottom / a.max(1))
}

/// `units × unit_price = amount` in each row, and all rows together are the exact sum.
#[track_caller]
pub fn adds_up(told: &Value) {
    let mut total = (0, 1);
    for row in told["breakdown"].as_array().unwrap() {
        crate::catalog::complete(row, "label units unit_price amount");
        assert!(!text(row, "label").is_empty());
        let of = |name: &str| ratio(&text(row, name));
        let ((a, b), (c, d)) = (reduced(of("units")), reduced(of("unit_price")));
        assert_eq!(reduced((a * c, b * d)), reduced(of("amount")), "{row}");
        total = sum(total, of("amount"));
    }
    assert_eq!(total, reduced(ratio(&text(told, "exact"))), "{told}");
}

fn part(start: &str, end: &str) -> Value {
    let at = |day: &str| match day.len() {
        10 => format!("{day}T00:00:00Z"),
        _ => day.to_owned(),
    };
    json!({ "start_date": at(start), "end_date": at(end) })
}

/// The exact charge of some units in a part of 2026, counted from January 1st.
#[track_caller]
fn exact(client: &Client, pricing: &Value, units: i64, (start, end): (&str, &str)) -> String {
    let body = json!({
        "units": units, "period": part(start, end), "at": "2026-01-01T00:00:00Z"
    });
    let told = estimate(client, pricing, &body).expect(200);
    adds_up(&told);
    text(&told, "exact")
}

/// Cents a pricing comes to in a full first period.
#[track_caller]
fn cents(client: &Client, pricing: &Value, units: i64) -> i64 {
    let told = estimate(client, pricing, &json!({ "units": units })).expect(200);
    adds_up(&told);
    told["amount"]["value_in_cents"].as_i64().unwrap()
}

fn dollars(cents: i64) -> Value {
    json!({ "currency": "USD", "value_in_cents": cents })
}

both! {
    fn units_or_licences_not_both(company: Company) {
        let record = pricing(&company, &json!({}));
        let (units, licences) = (json!({ "units": 3 }), json!({ "num_licenses": 3 }));
        let told = estimate(&company, &record, &units).expect(200);
        assert_eq!(told["amount"], dollars(3000));
        assert_eq!(estimate(&company, &record, &licences).expect(200), told);
        estimate(&company, &record, &over(&units, &licences)).expect(422);
        assert_eq!(cents(&company, &record, 0), 0);
        let one = estimate(&company, &record, &json!({})).expect(200);
        assert_eq!(one["amount"], dollars(1000), "licences are one unless said");
        let wrong = [("units", json!(-1)), ("num_licenses", json!("3")), ("seats", json!(1))];
        for (name, value) in wrong {
            let answer = estimate(&company, &record, &json!({ name: value }));
            assert_eq!(answer.faults(), [format!("/{name}")]);
        }
    }

    fn nothing_is_written(company: Company) {
        let record = pricing(&company, &json!({ "external_name": "monthly" }));
        let before = company.facts();
        let told = estimate(&company, &record, &json!({ "units": 2 })).expect(200);
        crate::catalog::complete(&told, "amount exact breakdown");
        assert_eq!(company.facts(), before);
        assert_eq!(company.get(&path("/pricing", &record)).expect(200), record);
        company.post("/pricing/nobody/estimate", &json!({})).problem(404, "not_found");
    }

    fn a_part_of_a_period_by_days(company: Company) {
        let record = pricing(&company, &json!({}));
        let cases = [
            ("2026-01-01", "2026-02-01", "310"),
            ("2026-01-10", "2026-01-20", "100"),
            ("2026-01-31", "2026-02-01", "10"),
            ("2026-02-01", "2026-03-01", "310"),
            ("2026-02-01", "2026-02-15", "155"),
            ("2026-04-16", "2026-05-01", "155"),
        ];
        for (start, end, sum) in cases {
            assert_eq!(exact(&company, &record, 31, (start, end)), sum, "{start}");
        }
        let third = exact(&company, &record, 1, ("2026-01-01", "2026-01-02"));
        assert_eq!(third, "10/31");
        let body = json!({
            "units": 1, "period": part("2026-01-01", "2026-01-02"), "at": "2026-01-01T00:00:00Z"
        });
        let told = estimate(&company, &record, &body).expect(200);
        assert_eq!(told["amount"], dollars(32));
    }

    fn a_part_of_a_period_by_seconds(company: Company) {
        company.patch("", &json!({ "proration_unit": "SECOND" })).expect(200);
        let record = pricing(&company, &json!({}));
        let half = ("2026-01-01", "2026-01-01T12:00:00Z");
        assert_eq!(exact(&company, &record, 62, half), "10");
        assert_eq!(exact(&company, &record, 31, ("2026-01-10", "2026-01-20")), "100");
    }

    fn an_hour_is_measured_by_seconds(company: Company) {
        let hour = json!({ "billing_frequency": { "count": 1, "frequency": "HOUR" } });
        let record = pricing(&company, &hour);
        let quarter = ("2026-01-01T05:15:00Z", "2026-01-01T05:30:00Z");
        assert_eq!(exact(&company, &record, 2, quarter), "5");
    }

    fn days_are_those_of_the_company(company: Company) {
        company.patch("", &json!({ "preferred_timezone": "Asia/Tokyo" })).expect(200);
        let record = pricing(&company, &json!({}));
        let body = json!({
            "units": 31, "at": "2026-01-01T00:00:00+09:00",
            "period": part("2026-01-11T00:00:00+09:00", "2026-01-21T00:00:00+09:00")
        });
        let told = estimate(&company, &record, &body).expect(200);
        assert_eq!(told["exact"], "100");
    }

    fn without_proration_a_part_costs_the_whole(company: Company) {
        let record = pricing(&company, &json!({ "proration_type": "NONE" }));
        assert_eq!(exact(&company, &record, 31, ("2026-01-10", "2026-01-20")), "310");
    }

    fn of_usage_only_what_is_fixed_is_shared(company: Company) {
        let item = item(&company, "Calls");
        let metric = metric(&company, &item);
        let usage = json!({ "item_id": item, "metric_id": metric });
        let fields = over(&usage, &json!({ "base_price": dollars(3100), "base_units": 31 }));
        let record = pricing(&company, &fields);
        assert_eq!(exact(&company, &record, 40, ("2026-01-01", "2026-02-01")), "121");
        assert_eq!(exact(&company, &record, 40, ("2026-01-11", "2026-01-21")), "310");
        let tiers = json!([{ "price_per_unit": "2", "flat_price": "62" }]);
        let fields = over(&usage, &json!({ "gradient_price": tiers }));
        let record = modelled(&company, "GRADIENT", &fields).expect(200);
        assert_eq!(exact(&company, &record, 10, ("2026-01-11", "2026-01-21")), "40");
    }

    fn the_nth_period_has_the_nth_price(company: Company) {
        let prices = json!({ "price_per_unit_per_period": ["10", "20", "30"] });
        let record = modelled(&company, "SCHEDULED", &json!({ "scheduled_price": prices }));
        let record = record.expect(200);
        let cases = [
            ("2026-01-01", "2026-02-01", "10"),
            ("2026-02-01", "2026-03-01", "20"),
            ("2026-03-01", "2026-04-01", "30"),
            ("2026-12-01", "2027-01-01", "30"),
        ];
        for (start, end, price) in cases {
            assert_eq!(exact(&company, &record, 1, (start, end)), price, "{start}");
        }
        let stub = exact(&company, &record, 31, ("2026-03-01", "2026-03-11"));
        assert_eq!(stub, "100", "a stub has the first price");
        let later = json!({ "units": 1, "at": "2027-05-05T00:00:00Z" });
        let told = estimate(&company, &record, &later).expect(200);
        assert_eq!(told["exact"], "10", "without a period it is the first");
    }

    fn a_minimum_adds_what_is_missing(company: Company) {
        let record = pricing(&company, &json!({ "minimum_spend": dollars(5000) }));
        assert_eq!(cents(&company, &record, 0), 5000);
        assert_eq!(cents(&company, &record, 3), 5000);
        assert_eq!(cents(&company, &record, 5), 5000);
        assert_eq!(cents(&company, &record, 6), 6000);
        let told = estimate(&company, &record, &json!({ "units": 3 })).expect(200);
        assert_eq!(told["breakdown"].as_array().unwrap().len(), 2);
        assert_eq!(told["breakdown"][1]["amount"], "20");
        let told = estimate(&company, &record, &json!({ "units": 5 })).expect(200);
        assert_eq!(told["breakdown"].as_array().unwrap().len(), 1);
        let month = pricing(&company, &json!({ "minimum_spend": dollars(31000) }));
        assert_eq!(exact(&company, &month, 0, ("2026-01-11", "2026-01-21")), "100");
    }
}
