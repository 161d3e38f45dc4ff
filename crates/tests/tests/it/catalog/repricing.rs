//! `PATCH /pricing/{id}`: names any time, prices until a subscription has it.

use serde_json::{Value, json};

use super::{estimate, made, path, pricing, product};
use crate::harness::client::text;
use crate::harness::database::behind;
use crate::harness::{Client, Company};

fn part(pricing: &Value) -> &Value {
    &pricing["product_metric_pricings"][0]
}

/// As if a subscription had it, which come later.
fn use_up(company: &Company, pricing: &Value) {
    let id = text(pricing, "id");
    let sql = format!("UPDATE pricing SET ever_used = 1 WHERE id = '{id}'");
    behind(&company.server.url, &sql);
}

fn component(price: &str) -> Value {
    json!({
        "pricing_type": "FIXED", "fixed_price": { "price_per_unit": price },
        "billing_frequency": { "count": 1, "frequency": "MONTH" }
    })
}

#[track_caller]
fn several(client: &Client, components: &[Value]) -> Value {
    let product = product(client, "p");
    let body = json!({
        "product_id": product, "name": "n", "currency": "USD", "components": components
    });
    made(client, "/pricing", &body)
}

both! {
    fn what_is_not_sent_is_kept(company: Company) {
        let before = pricing(&company, &json!({
            "description": "d", "external_name": "e", "metadata": { "a": 1 }, "tags": ["t"],
            "minimum_spend": { "currency": "USD", "value_in_cents": 100 }, "base_units": 2
        }));
        let tail = path("/pricing", &before);
        assert_eq!(company.patch(&tail, &json!({})).expect(200), before);
        let after = company.patch(&tail, &json!({ "name": "New" })).expect(200);
        for (name, value) in before.as_object().unwrap() {
            let mut value = value.clone();
            if name == "product_metric_pricings" {
                // Its only component has its name.
                value[0]["item_pricing"]["name"] = json!("New");
            }
            if !["name", "updated_at"].contains(&name.as_str()) {
                assert_eq!(after[name], value, "{name}");
            }
        }
        assert_eq!(after["name"], "New");
        let after = company.patch(&tail, &json!({ "metadata": { "b": 2 } })).expect(200);
        assert_eq!(after["metadata"], json!({ "b": 2 }));
        let clear = json!({
            "description": null, "external_name": null, "tags": null, "minimum_spend": null
        });
        let after = company.patch(&tail, &clear).expect(200);
        assert_eq!(after["description"], Value::Null);
        assert_eq!(after["external_name"], Value::Null);
        assert_eq!(after["tags"], json!([]));
        assert_eq!(after["minimum_spend"], Value::Null);
        assert_eq!(part(&after)["item_pricing"]["base_units"], 2);
        for name in ["name", "state", "currency"] {
            assert_eq!(company.patch(&tail, &json!({ name: null })).faults(), [format!("/{name}")]);
        }
        let moved = json!({ "product_id": product(&company, "other") });
        let answer = company.patch(&tail, &moved);
        assert!(matches!(answer.status, 409 | 422), "{}", answer.text());
    }

    fn prices_change_while_nobody_has_them(company: Company) {
        let before = pricing(&company, &json!({
            "base_price": { "currency": "USD", "value_in_cents": 100 }, "base_units": 1
        }));
        let tail = path("/pricing", &before);
        let change = json!({ "fixed_price": { "price_per_unit": "12.5" } });
        let after = company.patch(&tail, &change).expect(200);
        for name in ["id", "item_pricing_id", "created_at", "item_id", "metric_id"] {
            assert_eq!(part(&after)[name], part(&before)[name], "{name}");
        }
        let now = &part(&after)["item_pricing"];
        assert_eq!(now["fixed_price"]["price_per_unit"], "12.5");
        for name in ["base_price", "base_units", "frequency", "charge_type", "id", "created_at"] {
            assert_eq!(now[name], part(&before)["item_pricing"][name], "{name}");
        }
        let told = estimate(&company, &after, &json!({ "units": 3 })).expect(200);
        assert_eq!(told["exact"], "26");
        let after = company.patch(&tail, &json!({ "base_price": null })).expect(200);
        assert_eq!(part(&after)["item_pricing"]["base_price"], Value::Null);
        let step = json!({
            "pricing_type": "STEP", "fixed_price": null,
            "step_price": { "price_per_step": "7", "step_size": 10 }
        });
        let after = company.patch(&tail, &step).expect(200);
        assert_eq!(part(&after)["item_pricing"]["type"], "STEP");
        assert_eq!(part(&after)["item_pricing"]["fixed_price"], Value::Null);
        assert_eq!(part(&after)["id"], part(&before)["id"]);
        assert_eq!(company.get(&tail).expect(200), after);
    }

    fn frequency_and_currency_change_too(company: Company) {
        let before = pricing(&company, &json!({}));
        let tail = path("/pricing", &before);
        let year = json!({ "billing_frequency": { "count": 1, "frequency": "YEAR" } });
        let after = company.patch(&tail, &year).expect(200);
        assert_eq!(part(&after)["item_pricing"]["frequency"], "YEAR");
        let after = company.patch(&tail, &json!({ "currency": "eur" })).expect(200);
        assert_eq!(after["currency"], "EUR");
        let found = crate::catalog::ids_found(&company, "/pricing", &json!({ "currency": "EUR" }));
        assert_eq!(found, [text(&before, "id")]);
    }

    fn a_kind_is_never_taken_and_forgotten(company: Company) {
        let tail = path("/pricing", &pricing(&company, &json!({})));
        let once = json!({ "type": "ONETIME", "billing_frequency": null });
        let answer = company.patch(&tail, &once);
        match answer.status {
            200 => assert_eq!(answer.json()["type"], "ONETIME"),
            status => assert!(matches!(status, 409 | 422), "{}", answer.text()),
        }
        let answer = company.patch(&tail, &json!({ "type": "ONETIME" }));
        match answer.status {
            200 => assert_eq!(answer.json()["type"], "ONETIME"),
            status => assert!(matches!(status, 409 | 422), "{}", answer.text()),
        }
    }

    fn what_does_not_fit_leaves_everything(company: Company) {
        let before = pricing(&company, &json!({
            "base_price": { "currency": "USD", "value_in_cents": 100 },
            "minimum_spend": { "currency": "USD", "value_in_cents": 100 }
        }));
        let tail = path("/pricing", &before);
        let euro = json!({ "currency": "EUR", "value_in_cents": 1 });
        let cases = [
            (json!({ "fixed_price": null }), vec!["/fixed_price"]),
            (json!({ "pricing_type": "STEP" }), vec!["/step_price"]),
            (json!({ "base_price": euro }), vec!["/base_price/currency"]),
            (json!({ "minimum_spend": euro }), vec!["/minimum_spend/currency"]),
            (json!({ "billing_frequency": null }), vec!["/billing_frequency"]),
            (json!({ "currency": "XYZ" }), vec!["/currency"]),
            (json!({ "components": [] }), vec!["/components"]),
        ];
        for (change, pointers) in cases {
            let faults = company.patch(&tail, &change).faults();
            for pointer in pointers {
                assert!(faults.contains(&pointer.to_owned()), "{change} {faults:?}");
            }
        }
        let faults = company.patch(&tail, &json!({ "currency": "EUR" })).faults();
        assert!(faults.iter().all(|fault| fault.ends_with("/currency")), "{faults:?}");
        assert_eq!(company.get(&tail).expect(200), before);
    }

    fn components_keep_their_ids(company: Company) {
        let before = several(&company, &[component("1"), component("2")]);
        let tail = path("/pricing", &before);
        let change = json!({ "components": [component("1"), component("3"), component("4")] });
        let after = company.patch(&tail, &change).expect(200);
        let ids = |record: &Value| -> Vec<String> {
            let parts = record["product_metric_pricings"].as_array().unwrap();
            parts.iter().map(|part| text(part, "id")).collect()
        };
        assert_eq!(ids(&after)[..2], ids(&before));
        assert_eq!(ids(&after).len(), 3);
        let second = &after["product_metric_pricings"][1]["item_pricing"]["fixed_price"];
        assert_eq!(second["price_per_unit"], "3");
        let one = company.patch(&tail, &json!({ "components": [component("9")] })).expect(200);
        assert_eq!(ids(&one), ids(&before)[..1]);
        let two = several(&company, &[component("1"), component("2")]);
        let change = json!({ "fixed_price": { "price_per_unit": "5" } });
        assert_eq!(company.patch(&path("/pricing", &two), &change).faults(), ["/fixed_price"]);
        let minimum = json!({ "currency": "USD", "value_in_cents": 9 });
        let change = json!({ "minimum_spend": minimum });
        let after = company.patch(&path("/pricing", &two), &change).expect(200);
        assert_eq!(after["minimum_spend"], minimum);
        assert_eq!(ids(&after), ids(&two));
    }

    fn what_stands_in_a_component_survives_a_new_price(company: Company) {
        let mut value = component("10");
        value["minimum_spend"] = json!({ "currency": "USD", "value_in_cents": 700 });
        value["name"] = json!("Seats");
        value["display_type"] = json!("AMOUNT");
        value["metadata"] = json!({ "a": 1 });
        for count in [1, 2] {
            let before = several(&company, &vec![value.clone(); count]);
            let change = match count {
                1 => json!({ "base_units": 3 }),
                _ => json!({ "minimum_spend": { "currency": "USD", "value_in_cents": 1 } }),
            };
            let after = company.patch(&path("/pricing", &before), &change).expect(200);
            for name in ["minimum_spend", "name", "display_type", "metadata", "fixed_price"] {
                assert_eq!(part(&after)["item_pricing"][name], value[name], "{count} {name}");
            }
        }
    }

    fn a_pricing_in_use_keeps_its_price(company: Company) {
        let before = pricing(&company, &json!({}));
        let tail = path("/pricing", &before);
        use_up(&company, &before);
        let before = company.get(&tail).expect(200);
        assert_eq!(part(&before)["item_pricing"]["editable"], false);
        let amount = json!({ "currency": "USD", "value_in_cents": 1 });
        let changes = [
            json!({ "fixed_price": { "price_per_unit": "1" } }),
            json!({ "pricing_type": "STEP" }),
            json!({ "step_price": { "price_per_step": "1", "step_size": 1 } }),
            json!({ "gradient_price": [{ "price_per_unit": "1" }] }),
            json!({ "volume_price": [{ "price_per_unit": "1" }] }),
            json!({ "custom_price": { "price_per_unit": 1 } }),
            json!({ "scheduled_price": { "price_per_unit_per_period": ["1"] } }),
            json!({ "base_price": amount }),
            json!({ "base_units": 1 }),
            json!({ "minimum_spend": amount }),
            json!({ "minimum_spend": null }),
            json!({ "minimum_spend_schedule": { "amount_per_period": ["1"] } }),
            json!({ "currency": "EUR" }),
            json!({ "billing_frequency": { "count": 1, "frequency": "YEAR" } }),
            json!({ "components": [component("1")] }),
            json!({ "charge_type": "POST_ONLY" }),
            json!({ "proration_type": "NONE" }),
            json!({ "name": "New", "fixed_price": { "price_per_unit": "1" } }),
        ];
        let facts = company.facts();
        for change in changes {
            company.patch(&tail, &change).problem(409, "in_use");
        }
        assert_eq!(company.get(&tail).expect(200), before);
        assert_eq!(company.facts(), facts);
    }

    fn a_pricing_in_use_takes_everything_else(company: Company) {
        let key = json!({ "key": "sso", "name": "SSO", "type": "BOOL" });
        made(&company, "/entitlements", &key);
        let before = pricing(&company, &json!({}));
        let tail = path("/pricing", &before);
        use_up(&company, &before);
        let change = json!({
            "name": "New", "description": "d", "external_name": "e", "tags": ["t"],
            "metadata": { "a": 1 }, "entitlements": [{ "key": "sso", "value": true }],
        });
        let after = company.patch(&tail, &change).expect(200);
        for name in ["name", "description", "external_name", "tags", "metadata"] {
            assert_eq!(after[name], change[name], "{name}");
        }
        assert_eq!(after["override_entitlements"][0]["value"], true);
        assert_eq!(part(&after)["item_pricing"]["fixed_price"]["price_per_unit"], "10");
        let after = company.patch(&tail, &json!({ "state": "ARCHIVED" })).expect(200);
        assert_eq!(after["state"], "ARCHIVED");
        let after = company.patch(&tail, &json!({ "state": "ACTIVE" })).expect(200);
        assert_eq!(after["state"], "ACTIVE");
        let inside = company.get(&format!("/products/{}", text(&before, "product_id")));
        let inside = inside.expect(200)["product_pricings"][0].clone();
        assert_eq!(part(&inside)["item_pricing"]["editable"], false);
    }

    fn a_bundle_is_no_use(company: Company) {
        let before = pricing(&company, &json!({}));
        let bundle = json!({ "name": "Team", "product_pricing_ids": [before["id"]] });
        made(&company, "/bundles", &bundle);
        let change = json!({ "fixed_price": { "price_per_unit": "11" } });
        company.patch(&path("/pricing", &before), &change).expect(200);
        let page = company.post("/bundles/find", &json!({})).expect(200);
        let inside = &page["results"][0]["bundle_product_pricings"][0]["product_pricing"];
        assert_eq!(part(inside)["item_pricing"]["fixed_price"]["price_per_unit"], "11");
        assert_eq!(part(inside)["item_pricing"]["editable"], true);
    }
}
