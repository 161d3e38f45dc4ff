//! Tiers: sorted, without hole or overlap, open only at the end.

use serde_json::{Value, json};

use crate::catalog::{estimate, item, metric, modelled};
use crate::harness::{Answer, Client, Company};

/// Tiers given by their bounds, of both models.
#[track_caller]
fn defined(client: &Client, model: &str, bounds: &[(Value, Value)]) -> Answer {
    let (field, start, end) = names(model);
    let tiers =
        bounds.iter().map(|(from, to)| json!({ start: from, end: to, "price_per_unit": "1" }));
    modelled(client, model, &json!({ field: tiers.collect::<Vec<_>>() }))
}

fn names(model: &str) -> (&'static str, &'static str, &'static str) {
    match model {
        "GRADIENT" => ("gradient_price", "start", "end"),
        _ => ("volume_price", "total_units_start", "total_units_end"),
    }
}

fn bounds(text: &str) -> Vec<(Value, Value)> {
    let value = |text: &str| serde_json::from_str(text).unwrap();
    let pairs = text.split_whitespace().map(|pair| pair.split_once("..").unwrap());
    pairs.map(|(from, to)| (value(from), value(to))).collect()
}

both! {
    fn what_fits_is_accepted(company: Company) {
        for model in ["GRADIENT", "VOLUME"] {
            for good in [
                "null..null",
                "0..null",
                "1..null",
                "0..10",
                "0..10 10..null",
                "1..10 11..null",
                "null..10 10..20 21..30",
                "0..0.5 0.5..1.25 2.25..null",
                "0..999999999999998 999999999999999..null",
            ] {
                let answer = defined(&company, model, &bounds(good));
                assert_eq!(answer.status, 200, "{model} {good} {}", answer.text());
            }
        }
    }

    fn what_does_not_is_refused_by_its_place(company: Company) {
        let cases = [
            ("overlapping", "0..10 5..20", 1, "start"),
            ("with a hole", "0..10 15..20", 1, "start"),
            ("a hole of two", "0..10 12..null", 1, "start"),
            ("unsorted", "10..20 0..10", 0, "start"),
            ("open in the middle", "0..null 10..null", 0, "end"),
            ("ends before it starts", "0..10 10..5", 1, "end"),
            ("empty", "0..10 10..10", 1, "end"),
            ("first too late", "2..10", 0, "start"),
            ("a third with a hole", "0..10 10..20 30..null", 2, "start"),
            ("no start", "0..10 null..null", 1, "start"),
            ("below zero", "0..-1", 0, "end"),
        ];
        for model in ["GRADIENT", "VOLUME"] {
            let (field, start, end) = names(model);
            for (what, tiers, place, bound) in cases {
                let bound = if bound == "start" { start } else { end };
                let faults = defined(&company, model, &bounds(tiers)).faults();
                let pointer = format!("/{field}/{place}/{bound}");
                assert!(faults.contains(&pointer), "{model} {what}: {faults:?}");
            }
            let none = modelled(&company, model, &json!({ field: [] })).faults();
            assert_eq!(none, [format!("/{field}")]);
        }
    }

    fn a_tier_needs_a_price(company: Company) {
        let tiers = json!([{ "end": 10, "price_per_unit": "1" }, { "start": 10 }]);
        let tiers = json!({ "gradient_price": tiers });
        let faults = modelled(&company, "GRADIENT", &tiers).faults();
        assert_eq!(faults, ["/gradient_price/1/price_per_unit"]);
        let flat = json!({ "gradient_price": [{ "flat_price": "5" }] });
        let flat = modelled(&company, "GRADIENT", &flat).expect(200);
        let told = estimate(&company, &flat, &json!({ "units": 3 })).expect(200);
        assert_eq!(told["exact"], "5");
        let custom = json!({ "volume_price": [
            { "total_units_end": 10, "price_per_unit": "2", "is_custom_tier": true },
            { "total_units_start": 10, "price_per_unit": "1", "is_custom_tier": false }
        ] });
        let custom = modelled(&company, "VOLUME", &custom).expect(200);
        let kept = &custom["product_metric_pricings"][0]["item_pricing"]["volume_price"];
        assert_eq!(kept[0]["is_custom_tier"], true);
        assert_eq!(kept[1]["is_custom_tier"], false);
    }

    fn beyond_a_closed_last_tier(company: Company) {
        let item = item(&company, "Calls");
        let metric = metric(&company, &item);
        for model in ["GRADIENT", "VOLUME"] {
            let licences = defined(&company, model, &bounds("0..10 10..20")).expect(200);
            let at_end = estimate(&company, &licences, &json!({ "units": 20 })).expect(200);
            assert_eq!(at_end["exact"], "20");
            let beyond = json!({ "units": "20.000000001".parse::<serde_json::Number>().unwrap() });
            let answer = estimate(&company, &licences, &beyond);
            assert_eq!(answer.faults(), ["/units"], "{model}");
            let (field, start, end) = names(model);
            let tiers = json!([
                { start: 0, end: 10, "price_per_unit": "2" },
                { start: 10, end: 20, "price_per_unit": "1" },
            ]);
            let usage = json!({ field: tiers, "item_id": item, "metric_id": metric });
            let usage = modelled(&company, model, &usage).expect(200);
            let told = estimate(&company, &usage, &json!({ "units": 30 })).expect(200);
            let exact = if model == "GRADIENT" { "40" } else { "30" };
            assert_eq!(told["exact"], exact, "{model}");
        }
    }

    fn what_is_sent_is_what_is_named(company: Company) {
        let licences = defined(&company, "GRADIENT", &bounds("0..10 10..20")).expect(200);
        let answer = estimate(&company, &licences, &json!({ "num_licenses": 21 }));
        assert_eq!(answer.faults(), ["/num_licenses"]);
    }
}
