//! Mails to customers: what causes them, what they say, and what becomes of them.

mod announcements;
mod reminders;
mod sending;
mod settings;
mod smtp;
mod templates;

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use crate::catalog::over;
use crate::harness::client::text;
use crate::harness::{Client, Company, Server};
use crate::invoices::{invoices_of, path};
use crate::lives::{begun, plan};

/// A company that writes: its clock stands at the beginning of 2026.
#[track_caller]
fn writing(server: &Arc<Server>, settings: &Value) -> Company {
    let company = begun(server);
    let body = json!({
        "name": "Acme", "email": "billing@acme.example", "email_settings": settings,
        "invoice_due_date_from_creation": 30
    });
    company.patch("", &body).expect(200);
    company
}

/// A customer with an address.
#[track_caller]
fn reader(client: &Client, fields: &Value) -> String {
    let least = json!({
        "identifier": format!("reader {}", client.facts().len()), "org_name": "Gull Ltd",
        "email": "ap@gull.example"
    });
    text(&client.customer(&over(&least, fields)), "id")
}

/// A subscription of ten dollars a month of such a customer, and its first invoice.
#[track_caller]
fn billed(client: &Client, customer: &Value) -> (Value, Value) {
    let body = json!({
        "customer_id": reader(client, customer), "product_pricing_ids": [plan(client, "10")]
    });
    let subscription = client.post("/subscriptions", &body).expect(200);
    let mut invoices = invoices_of(client, &subscription);
    (subscription, invoices.remove(0))
}

/// The mails about an invoice, those of one kind.
#[track_caller]
fn about(client: &Client, invoice: &Value, kind: &str) -> Vec<Value> {
    let page = client.get(&path(invoice, "/emails?limit=200")).expect(200);
    let all = page["results"].as_array().unwrap().clone();
    all.into_iter().filter(|email| email["kind"] == kind).collect()
}

/// The mails about any record, of one kind.
#[track_caller]
fn of_object(client: &Client, object: &str, kind: &str) -> Vec<Value> {
    let query = json!({ "object_id": object, "kind": kind });
    let body = json!({ "query": query, "sort_key": "createdAtAsc" });
    client.post("/emails/find", &body).expect(200)["results"].as_array().unwrap().clone()
}

/// Asks again until there is an answer.
#[track_caller]
fn until<T>(mut look: impl FnMut() -> Option<T>) -> T {
    for _ in 0..600 {
        if let Some(found) = look() {
            return found;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("it does not come")
}

/// The only mail of a kind about an invoice, once it is in this state.
#[track_caller]
fn became(client: &Client, invoice: &Value, (kind, state): (&str, &str)) -> Value {
    until(|| {
        let mut all = about(client, invoice, kind);
        assert!(all.len() <= 1, "{all:?}");
        all.pop().filter(|email| email["state"] == state)
    })
}

/// What a mail says, with usual spaces.
fn said(email: &Value, field: &str) -> String {
    text(email, field).replace('\u{a0}', " ")
}
