//! An estimate of a full period is what a subscription of that period is billed, for every model,
//! number of units and minimum: lines are rounded one by one, and minimums are lines of their own.

use std::sync::Arc;

use serde_json::{Value, json};

use super::estimates::adds_up;
use crate::billing::all_invoices;
use crate::catalog::{estimate, made, modelled, over, product};
use crate::harness::client::text;
use crate::harness::{Client, Company, Server};
use crate::lives::{at, begun, go, lines, on};

fn dollars(cents: i64) -> Value {
    json!({ "currency": "USD", "value_in_cents": cents })
}

/// Every model, with prices that do not come to whole cents.
fn models() -> Vec<(&'static str, Value)> {
    let tiers = |start: &str, end: &str| {
        json!([
            { end: 10, "price_per_unit": "1.005", "flat_price": "7.775" },
            { start: 10, end: null, "price_per_unit": "0.3335", "flat_price": "0.005" }
        ])
    };
    vec![
        ("FIXED", json!({ "fixed_price": { "price_per_unit": "0.005" } })),
        ("STEP", json!({ "step_price": { "price_per_step": "0.125", "step_size": 7 } })),
        ("GRADIENT", json!({ "gradient_price": tiers("start", "end") })),
        ("VOLUME", json!({ "volume_price": tiers("total_units_start", "total_units_end") })),
        (
            "SCHEDULED",
            json!({ "scheduled_price": { "price_per_unit_per_period": ["0.015", "9"] } }),
        ),
    ]
}

/// What a subscription to a pricing is billed for January, given the licences of each component.
#[track_caller]
fn billed(client: &Client, pricing: &Value, units: &Value) -> i64 {
    let parts = pricing["product_metric_pricings"].as_array().unwrap();
    let item = |part: &Value| {
        json!({
            "product_pricing_id": pricing["id"], "product_metric_pricing_id": part["id"],
            "num_licenses": units
        })
    };
    let items: Vec<Value> = parts.iter().map(item).collect();
    let fields = json!({ "start_date": at("2026-01-01"), "end_date": at("2026-02-01") });
    let fields = over(&fields, &json!({ "config_items": items }));
    let subscription = text(&on(client, &text(pricing, "id"), &fields), "id");
    go(client, "2026-02-01");
    let of = |invoice: &&Value| invoice["subscription_id"] == subscription.as_str();
    let cents = |invoice: &Value| invoice["sub_total"]["value_in_cents"].as_i64().unwrap();
    all_invoices(client).iter().filter(of).map(cents).sum()
}

/// Subscribes a fresh company to each pricing and holds the bills against the estimates.
#[track_caller]
fn same(
    server: &Arc<Server>,
    pricings: &[Value],
    units: &[&str],
    make: fn(&Client, &Value) -> Value,
) {
    for body in pricings {
        for units in units {
            let company = begun(server);
            let units: Value = serde_json::from_str(units).unwrap();
            let pricing = make(&company, body);
            let told = estimate(&company, &pricing, &json!({ "units": units })).expect(200);
            adds_up(&told);
            let billed = billed(&company, &pricing, &units);
            assert_eq!(told["amount"], dollars(billed), "{units} of {body}: {told}");
        }
    }
}

fn one(client: &Client, body: &Value) -> Value {
    modelled(client, body["pricing_type"].as_str().unwrap(), body).expect(200)
}

fn several(client: &Client, body: &Value) -> Value {
    made(client, "/pricing", &over(body, &json!({ "product_id": product(client, "p") })))
}

both! {
    fn the_estimate_of_every_model_and_minimum_is_billed(server: Arc<Server>) {
        let minimums = [Value::Null, dollars(2000), dollars(1)];
        let mut pricings = Vec::new();
        for (model, prices) in models() {
            for minimum in &minimums {
                let mut body = prices.clone();
                body["pricing_type"] = json!(model);
                body["minimum_spend"] = minimum.clone();
                pricings.push(body);
            }
        }
        same(&server, &pricings, &["0", "2001", "3.5"], one);
    }

    fn each_level_of_minimums_is_a_line_that_is_rounded_once(server: Arc<Server>) {
        let part = |price: &str, fields: Value| {
            let least = json!({
                "pricing_type": "FIXED", "fixed_price": { "price_per_unit": price },
                "billing_frequency": { "count": 1, "frequency": "MONTH" }
            });
            over(&least, &fields)
        };
        let scheduled = |kind: &str| json!({ "minimum_spend_schedule": {
            "minimum_spend_schedule_type": kind, "amount_per_period": ["12.345"]
        }});
        let late = json!({ "charge_type": "POST_ONLY" });
        let lists = [
            [part("0.005", json!({})), part("0.005", json!({}))],
            [part("0.005", json!({ "minimum_spend": dollars(1100) })), part("0.0149", json!({}))],
            [part("0.005", scheduled("PER_PERIOD")), part("0", json!({}))],
            [part("0.005", scheduled("TOTAL")), part("0.005", late)],
        ];
        let mut pricings = Vec::new();
        for components in lists {
            for minimum in [Value::Null, dollars(3000)] {
                let named = json!({ "name": "n", "currency": "USD", "components": components });
                pricings.push(over(&named, &json!({ "minimum_spend": minimum })));
            }
        }
        same(&server, &pricings, &["2001", "1"], several);
    }

    fn what_is_missing_is_counted_from_what_was_rounded(company: Company) {
        let body = json!({
            "fixed_price": { "price_per_unit": "0.005" }, "minimum_spend": dollars(2000)
        });
        let pricing = modelled(&company, "FIXED", &body).expect(200);
        let told = estimate(&company, &pricing, &json!({ "units": 2001 })).expect(200);
        adds_up(&told);
        assert_eq!(told["amount"], dollars(2000));
        assert_eq!(told["exact"], "19.995");
    }

    fn longer_components_count_by_their_days(server: Arc<Server>) {
        let company = begun(&server);
        let part = |frequency: &str, price: &str| json!({
            "pricing_type": "FIXED", "fixed_price": { "price_per_unit": price },
            "billing_frequency": { "count": 1, "frequency": frequency }
        });
        let body = json!({
            "name": "n", "currency": "USD", "minimum_spend": dollars(5000),
            "components": [part("YEAR", "365"), part("MONTH", "1")]
        });
        let pricing = several(&company, &body);
        // January has 31 dollars of the year: 18 are missing.
        let told = estimate(&company, &pricing, &json!({})).expect(200);
        adds_up(&told);
        assert_eq!(told["amount"], dollars(36500 + 100 + 1800));
        on(&company, &text(&pricing, "id"), &json!({ "start_date": at("2026-01-01") }));
        go(&company, "2026-02-01");
        let invoices = all_invoices(&company);
        let lines = invoices.iter().flat_map(lines).filter(|(kind, _)| kind == "MINIMUM");
        assert_eq!(lines.map(|(_, cents)| cents).collect::<Vec<i64>>(), [1800]);
    }
}
