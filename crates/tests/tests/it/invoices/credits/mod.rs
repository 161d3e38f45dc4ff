//! Credits over HTTP: given, found, used, revoked, and what the log and the ledger say of them.

mod at_once;
mod faults;
mod ledger;
mod life;
mod logs;
mod many;
mod thresholds;

use serde_json::{Value, json};

use crate::catalog::over;
use crate::harness::{Answer, Client};

/// Gives a customer ten dollars, or what these fields say.
pub fn give(client: &Client, customer: &str, fields: &Value) -> Answer {
    let body = json!({
        "customer_id": customer, "type": "AMOUNT", "name": "Gift",
        "amount": { "currency": "USD", "value_in_cents": 1000 },
    });
    client.post("/credits", &over(&body, fields))
}

/// The same in units of an item.
pub fn give_units(client: &Client, customer: &str, item: &str, units: &Value) -> Answer {
    let fields = json!({ "type": "UNITS", "amount": null, "units": units, "item_id": item });
    give(client, customer, &fields)
}

pub fn consume(client: &Client, customer: &str, fields: &Value) -> Answer {
    let body = json!({
        "customer_id": customer, "type": "AMOUNT",
        "amount": { "currency": "USD", "value_in_cents": 300 },
    });
    client.post("/credits/consume", &over(&body, fields))
}

/// The entries of the log that a query finds, oldest first.
#[track_caller]
pub fn logged(client: &Client, query: &Value) -> Vec<Value> {
    let body = json!({
        "query": query, "sort_key": "createdAtAsc", "pagination": { "limit": 200 },
    });
    let page = client.post("/credits/logs/find", &body).expect(200);
    page["results"].as_array().unwrap().clone()
}

/// What can be used of the credits of a customer.
#[track_caller]
pub fn balance(client: &Client, customer: &str) -> Value {
    client.get(&format!("/credits/check_balance/{customer}")).expect(200)
}
