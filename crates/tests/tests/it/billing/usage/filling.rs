//! A metric that is made or changed after events came.

use std::sync::Arc;

use serde_json::json;

use super::{Metered, billed, event, ingest, metric};
use crate::catalog::{item, pricing};
use crate::harness::Server;
use crate::harness::client::text;
use crate::lives::{begun, go};

both! {
    fn what_came_before_counts(server: Arc<Server>) {
        let company = begun(&server);
        go(&company, "2026-01-10");
        let item = item(&company, "Calls");
        let customer = company.named("a");
        let mut metered =
            Metered { item: item.clone(), metric: String::new(), pricing: String::new() };
        let one = |metered: &Metered, n: usize| {
            event(metered, &customer, (n, "2026-01-05"), &json!({ "n": n, "m": 100 }))
        };
        ingest(&company, &[one(&metered, 1), one(&metered, 2)]);
        let rule = |property: &str| json!({ "aggregator": "SUM", "property": property });
        metered.metric = metric(&company, &item, &rule("m"));
        ingest(&company, &[one(&metered, 3)]);
        let path = format!("/billable_metrics/{}", metered.metric);
        company.patch(&path, &json!({ "metering_rule": rule("n") })).expect(200);
        ingest(&company, &[one(&metered, 4)]);
        let fields = json!({
            "item_id": item, "metric_id": metered.metric, "fixed_price": { "price_per_unit": "1" },
        });
        let pricing = text(&pricing(&company, &fields), "id");
        let body = json!({
            "customer_id": customer, "product_pricing_ids": [pricing],
            "start_date": "2026-01-01T00:00:00Z",
        });
        company.post("/subscriptions", &body).expect(200);
        let filling = company.get(&format!("{path}/filling")).expect(200);
        assert_eq!(filling["metric_id"], metered.metric);
        go(&company, "2026-02-01");
        assert_eq!(billed(&company, &customer), ["10"]);
    }
}
