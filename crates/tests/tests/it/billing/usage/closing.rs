//! Usage of periods that run, and that are over.

use std::sync::Arc;

use serde_json::json;

use super::{billed, event, ingest, metered, subscribed};
use crate::harness::Server;
use crate::harness::client::text;
use crate::lives::{at, begun, go};

both! {
    fn a_preview_shows_the_usage_so_far(server: Arc<Server>) {
        let company = begun(&server);
        let metered = metered(&company, &json!({ "aggregator": "COUNT" }));
        let (customer, subscription) = subscribed(&company, &metered, "a");
        go(&company, "2026-01-20");
        let body = json!({ "customer_id": customer, "subscription_id": subscription["id"] });
        let before = company.post("/invoices/next", &body).expect(200);
        ingest(&company, &[event(&metered, &customer, (1, "2026-01-05"), &json!({}))]);
        let after = company.post("/invoices/next", &body).expect(200);
        assert_ne!(before, after);
        assert_eq!(after["line_items"][0]["units"], "1");
        go(&company, "2026-02-01");
        assert_eq!(billed(&company, &customer), ["1"]);
    }

    fn usage_by_day_and_group(server: Arc<Server>) {
        let company = begun(&server);
        let rule = json!({ "aggregator": "SUM", "property": "n", "group_keys": ["region"] });
        let metered = metered(&company, &rule);
        let (customer, subscription) = subscribed(&company, &metered, "a");
        go(&company, "2026-02-20");
        let one = |n: usize, day: &str, region: &str| {
            event(&metered, &customer, (n, day), &json!({ "n": n, "region": region }))
        };
        ingest(&company, &[
            one(1, "2026-01-05", "eu"),
            one(2, "2026-01-05", "us"),
            one(3, "2026-01-05", "eu"),
            one(4, "2026-02-03", "eu"),
        ]);
        let part = subscription["product_pricings"][0]["product_metric_pricings"][0]["id"].clone();
        let path = format!("/subscriptions/{}/usage", text(&subscription, "id"));
        let period = json!({ "start_date": at("2026-01-01"), "end_date": at("2026-02-20") });
        let body = json!({ "product_metric_pricing_id": part, "period": period });
        let answer = company.post(&path, &body).expect(200);
        assert_eq!(answer["metric"]["id"], metered.metric);
        assert_eq!(answer["product_metric_pricing"]["id"], part);
        let [january, february] = answer["usage"].as_array().unwrap().as_slice() else {
            panic!("{answer}")
        };
        assert_eq!(january["value"], 6);
        let row = |date: &str, region: &str, value: i64| {
            json!({ "date": date, "group": { "region": region }, "value": value })
        };
        let rows = json!([row("2026-01-05", "eu", 4), row("2026-01-05", "us", 2)]);
        assert_eq!(january["breakdown"], rows);
        let period = json!({ "start_date": at("2026-02-01"), "end_date": at("2026-02-20") });
        assert_eq!(february["period"], period);
        assert_eq!(february["breakdown"], json!([row("2026-02-03", "eu", 4)]));
        let running = company.post(&path, &json!({ "product_metric_pricing_id": part }));
        assert_eq!(running.expect(200)["usage"][0]["value"], 4);
        let unknown = company.post(&path, &json!({ "product_metric_pricing_id": "pmp_x" }));
        assert_eq!(unknown.faults(), ["/product_metric_pricing_id"]);
        let back = json!({ "start_date": at("2026-02-01"), "end_date": at("2026-01-01") });
        let body = json!({ "product_metric_pricing_id": part, "period": back });
        assert_eq!(company.post(&path, &body).faults(), ["/period/end_date"]);
        let long = json!({ "start_date": at("2020-02-01"), "end_date": at("2026-01-01") });
        let body = json!({ "product_metric_pricing_id": part, "period": long });
        assert_eq!(company.post(&path, &body).faults(), ["/period"]);
    }
}
