//! Events that arrive at endpoints, whatever these do.

mod arriving;
mod dev;
mod faults;
mod kills;
mod receiver;
mod refused;
mod retried;
mod verbs;

use serde_json::{Value, json};

use crate::harness::client::text;
use crate::harness::{Client, eventually};
use receiver::Receiver;

/// An endpoint at a receiver: its id and its secret.
#[track_caller]
fn endpoint(client: &Client, receiver: &Receiver) -> (String, String) {
    let made = client.post("/webhooks", &json!({ "url": receiver.url("/") })).expect(200);
    (text(&made, "id"), text(&made, "secret"))
}

#[track_caller]
fn deliveries(client: &Client, webhook: &str) -> Vec<Value> {
    let page = client.get(&format!("/webhooks/{webhook}/deliveries?limit=200")).expect(200);
    page["results"].as_array().unwrap().clone()
}

/// The delivery of this type of event, once it is in this state.
#[track_caller]
fn delivery(client: &Client, webhook: &str, event_type: &str, state: &str) -> Value {
    eventually(&format!("{event_type} is {state}"), || {
        let all = deliveries(client, webhook);
        all.into_iter().find(|one| one["event_type"] == event_type && one["state"] == state)
    })
}
