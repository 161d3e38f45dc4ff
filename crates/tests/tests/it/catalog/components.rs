//! `components[]`: a pricing of several metric pricings.

use serde_json::{Value, json};

use super::{complete, estimate, item, metric, monthly, over, path, product};
use crate::harness::{Answer, Client, Company};

fn fixed(price: &str) -> Value {
    json!({
        "pricing_type": "FIXED", "fixed_price": { "price_per_unit": price },
        "billing_frequency": { "count": 1, "frequency": "MONTH" }
    })
}

#[track_caller]
fn sent(client: &Client, components: &[Value], fields: &Value) -> Answer {
    let product = product(client, "Platform");
    let body = json!({
        "product_id": product, "name": "Both", "currency": "USD", "components": components
    });
    client.post("/pricing", &over(&body, fields))
}

/// `+` of two objects.
fn with(base: &Value, fields: &Value) -> Value {
    over(base, fields)
}

both! {
    fn each_is_a_metric_pricing_in_the_order_sent(company: Company) {
        let item = item(&company, "Calls");
        let metric = metric(&company, &item);
        let usage = with(&fixed("0.01"), &json!({
            "item_id": item, "metric_id": metric, "name": "Calls", "description": "d",
            "external_name": "calls", "metadata": { "a": 1 }, "display_type": "THOUSAND_UNITS",
            "minimum_spend": { "currency": "USD", "value_in_cents": 700 }
        }));
        let year = json!({ "count": 1, "frequency": "YEAR" });
        let yearly = with(&fixed("99"), &json!({ "billing_frequency": year }));
        let minimum = json!({ "currency": "USD", "value_in_cents": 5000 });
        let all = [fixed("10"), usage.clone(), yearly];
        let record = sent(&company, &all, &json!({ "minimum_spend": minimum })).expect(200);
        assert_eq!(record["minimum_spend"], minimum);
        assert_eq!(record["type"], "RECURRING");
        let parts = record["product_metric_pricings"].as_array().unwrap();
        let price = |n: usize| &parts[n]["item_pricing"]["fixed_price"]["price_per_unit"];
        assert_eq!([price(0), price(1), price(2)], ["10", "0.01", "99"]);
        assert_eq!(parts[0]["item"]["type"], "LICENSE");
        assert_eq!(parts[1]["item_id"], item);
        assert_eq!(parts[1]["metric_id"], metric);
        for name in
            ["name", "description", "external_name", "metadata", "display_type", "minimum_spend"]
        {
            assert_eq!(parts[1]["item_pricing"][name], usage[name], "{name}");
        }
        assert_eq!(parts[0]["item_pricing"]["minimum_spend"], Value::Null);
        assert_eq!(parts[2]["item_pricing"]["frequency"], "YEAR");
        let mut ids: Vec<_> = parts.iter().map(|part| part["id"].as_str().unwrap()).collect();
        ids.dedup();
        assert_eq!(ids.len(), 3);
        for part in parts {
            assert_eq!(part["product_id"], record["product_id"]);
            complete(part, "company_id created_at updated_at item_pricing_id");
        }
        assert_eq!(company.get(&path("/pricing", &record)).expect(200), record);
    }

    fn every_fault_is_named_by_its_place(company: Company) {
        let tiers = json!([{ "start": 5, "end": 10, "price_per_unit": "x" }]);
        let gradient = json!({
            "pricing_type": "GRADIENT", "gradient_price": tiers,
            "billing_frequency": { "count": 1, "frequency": "MONTH" }
        });
        let faults = sent(&company, &[fixed("1"), gradient], &json!({})).faults();
        let wanted = ["/components/1/gradient_price/0/start",
            "/components/1/gradient_price/0/price_per_unit"];
        for pointer in wanted {
            // A number that is none may be told before the tiers are looked at.
            let told = faults.iter().any(|fault| fault == pointer);
            assert!(told || pointer.ends_with("start"), "{faults:?}");
        }
        let amount = json!({ "currency": "EUR", "value_in_cents": 1 });
        let cases = [
            (json!({ "gradient_price": [{ "start": 5, "price_per_unit": "1" }],
                "pricing_type": "GRADIENT", "fixed_price": null }), "/gradient_price/0/start"),
            (json!({ "fixed_price": null }), "/fixed_price"),
            (json!({ "fixed_price": { "price_per_unit": "0.0000000000001" } }),
                "/fixed_price/price_per_unit"),
            (json!({ "base_price": amount }), "/base_price/currency"),
            (json!({ "minimum_spend": amount }), "/minimum_spend/currency"),
            (json!({ "step_price": { "price_per_step": "1", "step_size": 1 } }), "/step_price"),
            (json!({ "billing_frequency": null }), "/billing_frequency"),
            (json!({ "item_id": "nobody" }), "/item_id"),
            (json!({ "metric_id": "nobody" }), "/metric_id"),
            (json!({ "pricing_type": null }), "/pricing_type"),
            (json!({ "credit_price": { "type": "UNITS", "item_id": "nobody", "units": 1 } }),
                "/credit_price/item_id"),
            (json!({ "product_id": "x" }), "/product_id"),
            (json!({ "currency": "USD" }), "/currency"),
        ];
        for (fields, pointer) in cases {
            let wrong = with(&fixed("1"), &fields);
            let faults = sent(&company, &[fixed("1"), wrong], &json!({})).faults();
            assert_eq!(faults, [format!("/components/1{pointer}")], "{fields}");
        }
    }

    fn faults_of_all_are_told_at_once(company: Company) {
        let wrong = with(&fixed("1"), &json!({ "item_id": "nobody" }));
        let faults = sent(&company, &[wrong.clone(), fixed("1"), wrong], &json!({})).faults();
        assert_eq!(faults, ["/components/0/item_id", "/components/2/item_id"]);
    }

    fn price_fields_beside_them_are_misplaced(company: Company) {
        let amount = json!({ "currency": "USD", "value_in_cents": 1 });
        let beside = [
            ("pricing_type", json!("FIXED")),
            ("fixed_price", json!({ "price_per_unit": "1" })),
            ("step_price", json!({ "price_per_step": "1", "step_size": 1 })),
            ("gradient_price", json!([{ "price_per_unit": "1" }])),
            ("volume_price", json!([{ "price_per_unit": "1" }])),
            ("custom_price", json!({ "price_per_unit": 1 })),
            ("scheduled_price", json!({ "price_per_unit_per_period": ["1"] })),
            ("base_price", amount.clone()),
            ("base_units", json!(1)),
            ("billing_frequency", json!({ "count": 1, "frequency": "MONTH" })),
            ("charge_type", json!("PRE_POST")),
            ("proration_type", json!("NONE")),
            ("minimum_spend_schedule", json!({ "amount_per_period": ["1"] })),
            ("credit_price", json!({ "type": "AMOUNT", "amount": amount })),
        ];
        for (name, value) in beside {
            let answer = sent(&company, &[fixed("1")], &json!({ name: value }));
            assert_eq!(answer.faults(), [format!("/{name}")]);
        }
        assert_eq!(sent(&company, &[], &json!({})).faults(), ["/components"]);
    }

    fn one_kind_of_time_for_all(company: Company) {
        let once = json!({ "count": 1, "frequency": "ONETIME" });
        let setup = with(&fixed("50"), &json!({ "billing_frequency": once }));
        let record = sent(&company, &[setup.clone(), setup.clone()], &json!({})).expect(200);
        assert_eq!(record["type"], "ONETIME");
        let faults = sent(&company, &[fixed("1"), setup], &json!({})).faults();
        assert!(faults[0].starts_with("/components/1/billing_frequency"), "{faults:?}");
    }

    fn each_line_is_rounded_once(company: Company) {
        let record = sent(&company, &[fixed("0.005"), fixed("0.005")], &json!({})).expect(200);
        let told = estimate(&company, &record, &json!({ "units": 1 })).expect(200);
        assert_eq!(told["exact"], "0.01");
        assert_eq!(told["amount"]["value_in_cents"], 2);
        assert_eq!(told["breakdown"].as_array().unwrap().len(), 2);
        crate::catalog::prices::estimates::adds_up(&told);
    }

    fn one_component_is_as_good_as_its_fields(company: Company) {
        let record = sent(&company, &[fixed("10")], &json!({})).expect(200);
        let plain = company.post("/pricing", &monthly(&product(&company, "p"))).expect(200);
        let (one, other) =
            (&record["product_metric_pricings"][0], &plain["product_metric_pricings"][0]);
        for name in ["item_id", "metric_id"] {
            assert_eq!(one[name], other[name]);
        }
        for name in ["type", "fixed_price", "frequency", "term_count", "charge_type", "state"] {
            assert_eq!(one["item_pricing"][name], other["item_pricing"][name], "{name}");
        }
    }
}
