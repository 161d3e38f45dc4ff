//! Changes that come with a new subscription.

use serde_json::{Value, json};

use super::{at, begun, go, now, on, plan, verb};
use crate::harness::client::text;
use crate::harness::{Company, Server};
use crate::invoices::{dollars, invoices_of};
use crate::subscriptions::{least, sent, told};
use std::sync::Arc;

both! {
    fn are_made_in_the_order_of_their_dates(server: Arc<Server>) {
        let company = begun(&server);
        let (basic, pro) = (plan(&company, "10"), plan(&company, "20"));
        let value = on(&company, &basic, &json!({ "scheduled_changes": [
            { "custom_change_date": at("2026-02-01"), "product_pricing_ids": [pro],
                "metadata": { "step": 1 } },
            { "custom_change_date": at("2026-03-01"),
                "config_items": [{ "product_pricing_id": pro, "num_licenses": 4 }] },
        ] }));
        assert_eq!(value["change_date"], at("2026-02-01"));
        assert_eq!(value["change_config"], Value::Null);
        assert_eq!(value["scheduled_changes"].as_array().unwrap().len(), 2);
        assert_eq!(value["scheduled_changes"][0]["custom_change_date"], at("2026-02-01"));
        assert_eq!(value["scheduled_changes"][0]["product_pricing_ids"], json!([pro]));
        go(&company, "2026-02-10");
        let first = now(&company, &value);
        assert_eq!(first["product_pricing_ids"], json!([pro]));
        assert_eq!(first["metadata"], json!({ "step": 1 }));
        assert_eq!(first["change_config"]["actual_change_time"], at("2026-02-01"));
        assert_eq!(first["change_config"]["proration_type"], "NEXT");
        assert_eq!(first["change_date"], at("2026-03-01"));
        assert_eq!(first["scheduled_changes"].as_array().unwrap().len(), 1);
        go(&company, "2026-03-10");
        let second = now(&company, &value);
        assert_eq!(second["mrr"], dollars(8000));
        assert_eq!(second["change_date"], Value::Null);
        assert_eq!(second["scheduled_changes"], json!([]));
        assert_eq!(second["config_items"][0]["num_licenses"], 4);
        let totals: Vec<Value> =
            invoices_of(&company, &value).iter().map(|value| value["total"].clone()).collect();
        assert_eq!(totals, [dollars(1000), dollars(2000), dollars(8000)]);
    }

    fn both_in_one_step(server: Arc<Server>) {
        let company = begun(&server);
        let (basic, pro) = (plan(&company, "10"), plan(&company, "20"));
        let value = on(&company, &basic, &json!({ "scheduled_changes": [
            { "custom_change_date": at("2026-02-01"), "product_pricing_ids": [pro] },
            { "custom_change_date": at("2026-03-01"), "product_pricing_ids": [basic] },
        ] }));
        go(&company, "2026-04-01");
        let after = now(&company, &value);
        assert_eq!(after["product_pricing_ids"], json!([basic]));
        assert_eq!(after["change_config"]["actual_change_time"], at("2026-03-01"));
        assert_eq!(after["bundle_pricing_id"], value["bundle_pricing_id"], "the same set again");
    }

    fn one_that_was_asked_for_is_undone_alone(server: Arc<Server>) {
        let company = begun(&server);
        let (basic, pro, max) = (plan(&company, "10"), plan(&company, "20"), plan(&company, "30"));
        let value = on(&company, &basic, &json!({ "scheduled_changes": [
            { "custom_change_date": at("2026-03-01"), "product_pricing_ids": [pro] },
        ] }));
        let body = json!({ "product_pricing_ids": [max], "timing": "PERIOD_END" });
        let asked = verb(&company, &value, "change", &body).expect(200);
        assert_eq!(asked["change_date"], at("2026-02-01"));
        let undone = verb(&company, &value, "undo_change", &json!({})).expect(200);
        assert_eq!(undone["change_date"], at("2026-03-01"));
        assert_eq!(undone["scheduled_changes"].as_array().unwrap().len(), 1);
    }

    fn they_come_in_any_order(company: Company) {
        let body = least(&company);
        let change = |month: &str, minimum: i64| json!({
            "custom_change_date": format!("2126-{month}-01T00:00:00Z"),
            "minimum_spend": { "currency": "USD", "value_in_cents": minimum },
        });
        let changes = json!({ "scheduled_changes": [change("03", 3), change("02", 2)] });
        let made = sent(&company, &body, &changes).expect(200);
        let dates: Vec<String> = made["scheduled_changes"].as_array().unwrap().iter()
            .map(|change| text(change, "custom_change_date")).collect();
        assert_eq!(dates, ["2126-02-01T00:00:00Z", "2126-03-01T00:00:00Z"]);
        assert_eq!(made["scheduled_changes"][0]["minimum_spend"]["value_in_cents"], 2);
        let changes = json!({ "scheduled_changes": [change("03", 3), change("03", 2)] });
        assert_eq!(told(&sent(&company, &body, &changes)),
            ["/scheduled_changes/1/custom_change_date same_date"]);
        let late = json!({ "scheduled_changes": [change("03", 3), change("02", 2)],
            "end_date": "2126-02-15T00:00:00Z" });
        assert_eq!(told(&sent(&company, &body, &late)),
            ["/scheduled_changes/0/custom_change_date after_end"]);
    }

    fn what_is_wrong_with_them(company: Company) {
        let body = least(&company);
        let value = body["product_pricing_ids"][0].clone();
        let undated = json!({ "scheduled_changes": [{ "product_pricing_ids": [value] }] });
        assert_eq!(told(&sent(&company, &body, &undated)),
            ["/scheduled_changes/0/custom_change_date required"]);
        let changes = json!({ "scheduled_changes": [
            { "custom_change_date": "2126-01-15T00:00:00Z", "product_pricing_ids": [value] },
            { "custom_change_date": "2126-03-01T00:00:00Z",
                "product_pricing_ids": ["price_nobody"] },
            { "custom_change_date": "2126-02-01T00:00:00Z",
                "config_items": [{ "product_pricing_id": "price_nobody", "num_licenses": 1 }] },
            { "custom_change_date": "2126-04-01T00:00:00Z",
                "onetime_items": [{ "aggregate": 1 }],
                "minimum_spend": { "currency": "EUR", "value_in_cents": 1 } },
        ] });
        assert_eq!(told(&sent(&company, &body, &changes)), [
            "/scheduled_changes/1/product_pricing_ids/0 unknown",
            "/scheduled_changes/2/config_items/0/product_pricing_id unknown",
            "/scheduled_changes/3/minimum_spend/currency currency_mismatch",
            "/scheduled_changes/3/onetime_items/0 pricing_or_price",
        ]);
        let trial = json!({ "scheduled_changes": [
            { "custom_change_date": "2126-02-01T00:00:00Z", "trial": false },
            { "custom_change_date": "2126-03-01T00:00:00Z", "trial": true },
        ] });
        assert_eq!(told(&sent(&company, &body, &trial)),
            ["/scheduled_changes/1/trial trial_without_end"]);
        let past = json!({ "scheduled_changes": [
            { "custom_change_date": "2001-01-01T00:00:00Z", "product_pricing_ids": [value] }
        ] });
        assert_eq!(told(&sent(&company, &body, &past)),
            ["/scheduled_changes/0/custom_change_date before_start"]);
    }
}
