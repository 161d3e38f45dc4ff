//! Quantities in a change: what stays, what goes over, and what has to be said.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{at, begun, go, now, on, plan, verb};
use crate::catalog::{over, pricing};
use crate::harness::client::{column, text};
use crate::harness::{Client, Server};
use crate::invoices::{dollars, invoices_of};
use crate::subscriptions::told;

fn to(pricings: &[&str], fields: &Value) -> Value {
    over(&json!({ "product_pricing_ids": pricings }), fields)
}

/// A subscription to so many of a pricing.
#[track_caller]
fn seats(client: &Client, pricing: &str, count: i64) -> Value {
    let item = json!({ "product_pricing_id": pricing, "num_licenses": count });
    on(client, pricing, &json!({ "config_items": [item] }))
}

/// The licences of each component, as they are answered.
fn licences(value: &Value) -> Vec<Value> {
    let pricings = value["product_pricings"].as_array().unwrap().iter();
    let parts = pricings.flat_map(|value| value["product_metric_pricings"].as_array().unwrap());
    parts.map(|value| value["num_licenses"].clone()).collect()
}

/// A fee of five dollars a month and seats of two.
#[track_caller]
fn several(client: &Client) -> Value {
    let part = |name: &str, price: &str, base: Value| {
        json!({
            "name": name, "pricing_type": "FIXED", "fixed_price": { "price_per_unit": price },
            "base_price": base, "billing_frequency": { "count": 1, "frequency": "MONTH" },
        })
    };
    let parts = [part("fee", "0", dollars(500)), part("seats", "2", Value::Null)];
    pricing(
        client,
        &json!({ "pricing_type": null, "fixed_price": null, "billing_frequency": null,
        "components": parts }),
    )
}

both! {
    fn go_over_to_the_one_that_comes(server: Arc<Server>) {
        let company = begun(&server);
        let (basic, pro) = (plan(&company, "10"), plan(&company, "20"));
        let value = seats(&company, &basic, 50);
        let next = json!({ "subscription_id": value["id"], "change_config":
            to(&[&pro], &json!({ "proration_type": "IMMEDIATE" })) });
        let foreseen = company.post("/invoices/next", &next).expect(200);
        let body = to(&[&pro], &json!({ "proration_type": "IMMEDIATE" }));
        let after = verb(&company, &value, "change", &body).expect(200);
        assert_eq!(after["mrr"], dollars(100_000));
        assert_eq!(licences(&after), [json!(50)]);
        assert_eq!(after["config_items"][0]["num_licenses"], 50);
        assert_eq!(after["config_items"][0]["product_pricing_id"], pro.as_str());
        assert_eq!(after["change_config"]["config_items"], json!([]), "as it was asked for");
        let invoice = invoices_of(&company, &value).remove(1);
        assert_eq!(invoice["total"], dollars(50_000));
        assert_eq!(foreseen["total"], invoice["total"]);
        let back = verb(&company, &value, "change", &to(&[&basic], &json!({}))).expect(200);
        assert_eq!(licences(&back), [json!(50)]);
        let own_items = json!([{ "product_pricing_id": pro, "num_licenses": 1 }]);
        let body = to(&[&pro], &json!({ "config_items": own_items }));
        let one = verb(&company, &value, "change", &body).expect(200);
        assert_eq!((licences(&one), &one["mrr"]), (vec![json!(1)], &dollars(2000)));
    }

    fn have_to_be_said_where_nobody_can_tell(server: Arc<Server>) {
        let company = begun(&server);
        let (a, b, c) = (plan(&company, "1"), plan(&company, "2"), plan(&company, "3"));
        let value = seats(&company, &a, 5);
        let item = |pricing: &str, fields: Value| {
            over(&json!({ "product_pricing_id": pricing }), &fields)
        };
        verb(&company, &value, "change", &to(&[&a, &b], &json!({}))).expect(200);
        let silent = verb(&company, &value, "change", &to(&[&c], &json!({})));
        assert_eq!(told(&silent), ["/config_items quantity_required"]);
        let detail = text(&silent.json()["errors"][0], "detail");
        assert!(detail.starts_with("`config_items` must say how many"), "{detail}");
        let ordered = json!({ "config_items": [item(&c, json!({ "sort_order": 1 }))] });
        let silent = verb(&company, &value, "change", &to(&[&c], &ordered));
        assert_eq!(told(&silent), ["/config_items/0/num_licenses quantity_required"]);
        let later = json!({ "timing": "PERIOD_END" });
        let silent = verb(&company, &value, "change", &to(&[&c], &later));
        assert_eq!(told(&silent), ["/config_items quantity_required"]);
        let said = json!({ "config_items": [item(&c, json!({ "num_licenses": 6 }))] });
        let after = verb(&company, &value, "change", &to(&[&c], &said)).expect(200);
        assert_eq!((licences(&after), &after["mrr"]), (vec![json!(6)], &dollars(1800)));
        let two = verb(&company, &value, "change", &to(&[&a, &b], &json!({})));
        assert_eq!(told(&two), ["/config_items quantity_required"; 2]);
        let half = json!({ "config_items": [item(&b, json!({ "num_licenses": 1 }))] });
        let one = verb(&company, &value, "change", &to(&[&a, &b], &half));
        assert_eq!(told(&one), ["/config_items quantity_required"]);
    }

    fn are_kept_by_items_that_say_nothing_of_them(server: Arc<Server>) {
        let company = begun(&server);
        let custom = json!({ "pricing_type": "CUSTOM", "fixed_price": null,
            "custom_price": { "price_per_unit": 4 } });
        let custom = text(&pricing(&company, &custom), "id");
        let value = seats(&company, &custom, 50);
        let priced = json!({ "product_pricing_id": custom, "price_per_unit": "3" });
        let priced = json!({ "config_items": [priced] });
        let after = verb(&company, &value, "change", &priced).expect(200);
        assert_eq!(after["mrr"], dollars(15_000));
        assert_eq!(licences(&after), [json!(50)]);
        assert_eq!(after["config_items"].as_array().unwrap().len(), 1);
        assert_eq!(after["config_items"][0]["num_licenses"], 50);
        let basic = plan(&company, "10");
        let found = company.get(&format!("/pricing/{basic}")).expect(200);
        let part = &found["product_metric_pricings"][0]["id"];
        let sorted = json!({ "product_metric_pricing_id": part, "sort_order": 2 });
        let body = to(&[&basic], &json!({ "config_items": [sorted] }));
        let after = verb(&company, &value, "change", &body).expect(200);
        assert_eq!(after["mrr"], dollars(50_000));
        assert_eq!(licences(&after), [json!(50)]);
        assert_eq!(after["config_items"].as_array().unwrap().len(), 1);
    }

    fn stay_within_their_bounds(server: Arc<Server>) {
        let company = begun(&server);
        let (basic, pro) = (plan(&company, "10"), plan(&company, "20"));
        let value = seats(&company, &basic, 50);
        let ask = |most: i64, fields: &Value| {
            let bounds = json!({ "max_quantity": most });
            let item = json!({ "product_pricing_id": pro, "quantity_config": bounds });
            let body = over(&json!({ "config_items": [item] }), fields);
            verb(&company, &value, "change", &to(&[&pro], &body))
        };
        assert_eq!(told(&ask(49, &json!({}))), ["/config_items/0/num_licenses out_of_bounds"]);
        let later = json!({ "timing": "PERIOD_END" });
        assert_eq!(told(&ask(49, &later)), ["/config_items/0/num_licenses out_of_bounds"]);
        assert_eq!(licences(&ask(50, &json!({})).expect(200)), [json!(50)]);
        let tiers = json!({ "pricing_type": "GRADIENT", "fixed_price": null,
            "gradient_price": [{ "end": 10, "price_per_unit": "1" }] });
        let tiers = text(&pricing(&company, &tiers), "id");
        let beyond = verb(&company, &value, "change", &to(&[&tiers], &json!({})));
        assert_eq!(told(&beyond), ["/product_pricing_ids/0 not_chargeable"]);
    }

    fn of_a_change_that_waits_are_those_of_its_day(server: Arc<Server>) {
        let company = begun(&server);
        let (basic, pro) = (plan(&company, "10"), plan(&company, "20"));
        let bounds = json!({ "max_quantity": 8 });
        let item = |fields: Value| over(&json!({ "product_pricing_id": pro }), &fields);
        let agreed = |item: Value| json!({
            "config_items": [{ "product_pricing_id": basic, "num_licenses": 5 }],
            "scheduled_changes": [{ "custom_change_date": at("2026-02-01"),
                "product_pricing_ids": [pro], "config_items": [item] }],
        });
        let free = on(&company, &basic, &agreed(item(json!({ "sort_order": 1 }))));
        let bound = on(&company, &basic, &agreed(item(json!({ "quantity_config": bounds }))));
        for value in [&free, &bound] {
            let more = json!([{ "product_pricing_id": basic, "num_licenses": 9 }]);
            verb(&company, value, "change", &json!({ "config_items": more })).expect(200);
        }
        go(&company, "2026-02-02");
        let after = now(&company, &free);
        assert_eq!((licences(&after), &after["mrr"]), (vec![json!(9)], &dollars(18_000)));
        let parked = company.post("/parked/find", &json!({})).expect(200);
        assert_eq!(column(&parked, "subscription_id"), [text(&bound, "id")]);
        let reason = "the change cannot be made: num_licenses must be at most 8";
        assert_eq!(text(&parked["results"][0], "reason"), reason);
        verb(&company, &bound, "undo_change", &json!({})).expect(200);
        let retry = format!("/parked/{}/retry", text(&parked["results"][0], "id"));
        company.post(&retry, &json!({})).expect(200);
        assert_eq!(now(&company, &bound)["mrr"], dollars(9000));
    }

    fn of_changes_that_are_agreed_follow_each_other(server: Arc<Server>) {
        let company = begun(&server);
        let (a, b, c) = (plan(&company, "1"), plan(&company, "2"), plan(&company, "3"));
        let customer = company.named("agreed");
        let step = |day: &str, pricings: &[&str]| {
            to(pricings, &json!({ "custom_change_date": at(day) }))
        };
        let body = |steps: Value| json!({
            "customer_id": customer, "product_pricing_ids": [a], "scheduled_changes": steps,
            "config_items": [{ "product_pricing_id": a, "num_licenses": 4 }],
        });
        let steps = json!([step("2026-02-01", &[&b]), step("2026-03-01", &[&a, &c])]);
        let refused = company.post("/subscriptions", &body(steps));
        let fault = "/scheduled_changes/1/config_items quantity_required";
        assert_eq!(told(&refused), [fault, fault]);
        let steps = json!([step("2026-02-01", &[&b]), step("2026-03-01", &[&c])]);
        let value = company.post("/subscriptions", &body(steps)).expect(200);
        go(&company, "2026-03-02");
        let after = now(&company, &value);
        assert_eq!((licences(&after), &after["mrr"]), (vec![json!(4)], &dollars(1200)));
        assert_eq!(after["product_pricing_ids"], json!([c]));
    }

    fn fees_have_none(server: Arc<Server>) {
        let company = begun(&server);
        let (basic, several) = (plan(&company, "10"), several(&company));
        let value = seats(&company, &basic, 50);
        let id = text(&several, "id");
        let sorted = json!({ "product_pricing_id": id, "sort_order": 3,
            "quantity_config": { "min_quantity": 10 } });
        let body = to(&[&id], &json!({ "config_items": [sorted] }));
        let after = verb(&company, &value, "change", &body).expect(200);
        assert_eq!(licences(&after), [json!(1), json!(50)]);
        assert_eq!(after["mrr"], dollars(500 + 10_000));
        let items = after["config_items"].as_array().unwrap();
        assert_eq!(items.len(), 2, "one for the seats beside the one for all: {items:?}");
        let part = &several["product_metric_pricings"][1]["id"];
        assert_eq!(&items[1]["product_metric_pricing_id"], part);
        assert_eq!((&items[1]["num_licenses"], &items[1]["sort_order"]), (&json!(50), &json!(3)));
        let back = verb(&company, &value, "change", &to(&[&basic], &json!({}))).expect(200);
        assert_eq!((licences(&back), &back["mrr"]), (vec![json!(50)], &dollars(50_000)));
        assert_eq!(back["config_items"].as_array().unwrap().len(), 1);
    }
}
