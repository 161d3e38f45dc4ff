//! A verb that is sent again with its key is done once, and answered as it was.

use serde_json::{Value, json};

use super::{begun, on, plan};
use crate::harness::client::text;
use crate::harness::{Client, Server};
use std::sync::Arc;

/// Sends the same twice with one key.
#[track_caller]
fn twice(client: &Client, value: &Value, verb: &str, body: &Value) -> Value {
    let tail = format!("/subscriptions/{}/{verb}", text(value, "id"));
    let send = || {
        let request = client.request("POST", &tail).json(body);
        client.send(request.header("idempotency-key", format!("key-{verb}")))
    };
    let first = send();
    let record = first.expect(200);
    let facts = client.facts();
    let second = send();
    assert_eq!(second.header("idempotent-replayed"), Some("true"), "{verb}");
    assert_eq!(second.expect(200), record, "{verb}");
    assert_eq!(client.facts(), facts, "{verb} is done once");
    record
}

both! {
    fn of_each_verb(server: Arc<Server>) {
        let company = begun(&server);
        let (basic, pro) = (plan(&company, "10"), plan(&company, "20"));
        let value = on(&company, &basic, &json!({}));
        let later = json!({ "product_pricing_ids": [pro], "timing": "PERIOD_END" });
        twice(&company, &value, "change", &later);
        twice(&company, &value, "undo_change", &json!({}));
        twice(&company, &value, "generate_next_invoice", &json!({}));
        twice(&company, &value, "pause", &json!({ "behavior": "VOID" }));
        twice(&company, &value, "resume", &json!({}));
        twice(&company, &value, "cancel", &json!({ "refund_type": "PRORATED" }));
        twice(&company, &value, "undo_cancel", &json!({}));
        let trial = json!({ "trial": true, "end_date": "2026-01-15T00:00:00Z" });
        let trial = on(&company, &basic, &trial);
        twice(&company, &trial, "extend", &json!({ "end_date": "2026-01-20T00:00:00Z" }));
    }

    fn the_same_key_for_something_else(server: Arc<Server>) {
        let company = begun(&server);
        let value = on(&company, &plan(&company, "10"), &json!({}));
        twice(&company, &value, "pause", &json!({}));
        let tail = format!("/subscriptions/{}/resume", text(&value, "id"));
        let other = company.request("POST", &tail).header("idempotency-key", "key-pause");
        company.send(other).problem(422, "idempotency_key_reused");
    }
}
