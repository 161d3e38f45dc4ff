//! Contracts end to end: drafted, sent, signed, carried out, and what is refused.

mod attachments;
mod clients;
mod execution;
mod faults;
mod life;
mod templates;
mod worth;

use std::sync::Arc;

use serde_json::{Value, json};

use crate::catalog::{over, pricing};
use crate::harness::client::text;
use crate::harness::{Answer, Client, Company, Kind, On, Server};

/// A company that has a test clock, which stands at the beginning of 2026.
pub struct Timed(pub Company);

impl On for Timed {
    fn on(kind: Kind) -> Timed {
        let server: Arc<Server> = Server::shared(kind);
        let company = Company::dev(&server);
        company.post("/clock", &json!({ "now": "2026-01-01T00:00:00Z" })).expect(200);
        Timed(company)
    }
}

/// The standard template of a company.
#[track_caller]
pub fn standard(client: &Client) -> String {
    let query = json!({ "query": { "standard": true } });
    text(&client.post("/templates/find", &query).expect(200)["results"][0], "id")
}

/// The least that a contract needs: a customer, ten dollars a month, one signatory.
#[track_caller]
pub fn least(client: &Client) -> Value {
    let customer = client.named(&format!("customer {}", client.facts().len()));
    let pricing = text(&pricing(client, &json!({})), "id");
    json!({
        "type": "CONTRACT", "customer_id": customer, "title": "Platform",
        "template_id": standard(client), "config_items": [],
        "product_pricing_ids": [pricing], "start_type": "ON_COMPLETION",
        "signatories": [{ "name": "Ann Archer", "email": "ann@acme.example" }],
        "term": { "count": 1, "frequency": "YEAR" },
    })
}

/// That with these fields over it; `null` takes one away.
#[track_caller]
pub fn made(client: &Client, fields: &Value) -> Value {
    client.post("/contracts", &over(&least(client), fields)).expect(200)
}

/// One that can be signed.
#[track_caller]
pub fn sent(client: &Client, fields: &Value) -> Value {
    let mut fields = fields.clone();
    fields["status"] = json!("PENDING_SIGNATURES");
    made(client, &fields)
}

pub fn path(contract: &Value, verb: &str) -> String {
    format!("/contracts/{}{verb}", text(contract, "id"))
}

pub fn signed(client: &Client, contract: &Value) -> Answer {
    client.post(&path(contract, "/sign_offline"), &json!({}))
}

pub fn dollars(cents: i64) -> Value {
    json!({ "currency": "USD", "value_in_cents": cents })
}
