//! Subscriptions are found by what became of them.

use serde_json::{Value, json};

use super::{at, begun, go, on, plan, verb};
use crate::harness::client::{column, text};
use crate::harness::{Client, Server};
use std::sync::Arc;

/// The ids that a query finds, sorted.
#[track_caller]
fn found(client: &Client, query: &Value) -> Vec<String> {
    let body = json!({ "pagination": { "limit": 200 }, "query": query });
    let mut ids = column(&client.post("/subscriptions/find", &body).expect(200), "id");
    ids.sort();
    ids
}

both! {
    fn by_what_became_of_them(server: Arc<Server>) {
        let company = begun(&server);
        let (basic, pro) = (plan(&company, "10"), plan(&company, "20"));
        let trial = on(&company, &basic, &json!({ "trial": true, "end_date": at("2026-02-10") }));
        let changed = on(&company, &basic, &json!({}));
        let cancelled = on(&company, &basic, &json!({}));
        let plain = on(&company, &basic, &json!({}));
        let [trial_id, changed_id, cancelled_id, plain_id] =
            [&trial, &changed, &cancelled, &plain].map(|value| text(value, "id"));
        verb(&company, &changed, "change", &json!({ "product_pricing_ids": [pro],
            "metadata": { "tier": "pro" } })).expect(200);
        verb(&company, &cancelled, "cancel", &json!({})).expect(200);
        let sorted = |mut ids: Vec<&String>| {
            ids.sort();
            ids.into_iter().cloned().collect::<Vec<_>>()
        };
        assert_eq!(found(&company, &json!({ "trial": true })), [trial_id.as_str()]);
        assert_eq!(found(&company, &json!({ "trial": false })),
            sorted(vec![&changed_id, &cancelled_id, &plain_id]));
        assert_eq!(found(&company, &json!({ "product_pricing_id": pro })), [changed_id.as_str()]);
        assert_eq!(found(&company, &json!({ "product_pricing_ids": [basic] })),
            sorted(vec![&trial_id, &cancelled_id, &plain_id]));
        assert_eq!(found(&company, &json!({ "mrr": { "eq": 2000 } })), [changed_id.as_str()]);
        assert_eq!(found(&company, &json!({ "mrr": { "eq": 0 } })), [trial_id.as_str()]);
        let ends = json!({ "end_date": { "lte": at("2026-02-01") } });
        assert_eq!(found(&company, &ends), [cancelled_id.as_str()]);
        let ends = json!({ "effective_end_date": { "lte": at("2026-02-10") } });
        assert_eq!(found(&company, &ends), sorted(vec![&trial_id, &cancelled_id]));
        go(&company, "2026-02-10");
        assert_eq!(found(&company, &json!({ "status": "cancelled" })), [cancelled_id]);
        assert_eq!(found(&company, &json!({ "trial": true })), Vec::<String>::new());
        assert_eq!(found(&company, &json!({ "mrr": { "eq": 1000 } })),
            sorted(vec![&trial_id, &plain_id]));
    }
}
