//! A database from before lines knew what was given back of them: what it has stays as it was, and
//! everything that is to be known besides is read off its documents.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::catalog::{made, monthly, over, product};
use crate::harness::client::text;
use crate::harness::database::{Fleeting, behind};
use crate::harness::process::{Process, healthy};
use crate::harness::{Client, Kind};
use crate::invoices::{dollars, invoices_of, path};

both! {
    fn what_was_given_back_is_found_in_documents(kind: Kind) {
        let database = Fleeting::new(kind);
        let url = database.url.as_str();
        let process = Process::serve(url);
        let mut client = process.company(url);
        let lives = lived(&client);
        drop(process);
        healthy(url);
        let before = stored(url);
        forget(url, &before);
        let process = Process::serve(url);
        client.address = process.address;
        let after = stored(url);
        for (table, rows) in &before {
            for (id, row) in rows {
                assert_eq!(comparable(&after[table][id]), comparable(row), "{table} {id}");
            }
        }
        // The year came back in March, so in full only April does.
        let body = json!({ "timing": "IMMEDIATE", "refund_type": "FULL" });
        client.post(&format!("/subscriptions/{}/cancel", lives.yearly), &body).expect(200);
        let yearly = client.get(&format!("/subscriptions/{}", lives.yearly)).expect(200);
        let last = invoices_of(&client, &yearly).pop().unwrap();
        assert_eq!(last["sub_total"], dollars(-10_000));
        assert_eq!(last["number"], "CN-000005");
        client.post("/clock", &json!({ "now": "2026-06-01T00:00:00Z" })).expect(200);
        drop(process);
        healthy(url);
    }
}

struct Lives {
    yearly: String,
}

/// A year that a change gave back, unpaid and paid; taxed twice; overpaid; changed in a pause.
fn lived(client: &Client) -> Lives {
    let clock = |now: &str| client.post("/clock", &json!({ "now": now })).expect(200);
    clock("2026-01-01T00:00:00Z");
    let taxes = json!([
        { "name": "VAT", "rate": 0.19, "country": "DE" },
        { "name": "Levy", "rate": 0.01, "country": "DE" },
    ]);
    client.patch("", &json!({ "taxes": taxes })).expect(200);
    let price = |name: &str, price: &str, frequency: &str| {
        let fields = json!({
            "name": name, "fixed_price": { "price_per_unit": price },
            "billing_frequency": { "count": 1, "frequency": frequency },
        });
        let body = over(&monthly(&product(client, name)), &fields);
        text(&made(client, "/pricing", &body), "id")
    };
    let (year, month, dear) = (
        price("Year", "1200", "YEAR"),
        price("Month", "100", "MONTH"),
        price("Dear", "250", "MONTH"),
    );
    let subscribe = |name: &str, pricing: &str| {
        let address = if name == "taxed" { json!({ "country": "DE" }) } else { Value::Null };
        let customer = client.customer(&json!({ "identifier": name, "address": address }));
        let body = json!({
            "customer_id": customer["id"], "product_pricing_ids": [pricing], "identifier": name,
        });
        client.post("/subscriptions", &body).expect(200)
    };
    let yearly = subscribe("yearly", &year);
    let paid = subscribe("paid", &year);
    let taxed = subscribe("taxed", &dear);
    let overpaid = subscribe("overpaid", &month);
    let paused = subscribe("paused", &month);
    let first = |of: &Value| invoices_of(client, of).remove(0);
    for value in [&paid, &taxed] {
        client.post(&path(&first(value), "/mark_paid"), &json!({})).expect(200);
    }
    let more = json!({ "amount": dollars(13_000) });
    client.post(&path(&first(&overpaid), "/mark_paid"), &more).expect(200);
    let ask = |of: &Value, verb: &str, body: Value| {
        client.post(&format!("/subscriptions/{}/{verb}", text(of, "id")), &body).expect(200);
    };
    clock("2026-01-11T00:00:00Z");
    let change = |to: &str| json!({ "product_pricing_ids": [to], "proration_type": "IMMEDIATE" });
    ask(&taxed, "change", change(&month));
    ask(&paused, "pause", json!({ "behavior": "KEEP_AS_DRAFT" }));
    clock("2026-02-10T00:00:00Z");
    ask(&paused, "change", change(&dear));
    clock("2026-03-02T00:00:00Z");
    ask(&yearly, "change", change(&month));
    ask(&paid, "change", change(&month));
    clock("2026-04-10T00:00:00Z");
    ask(&taxed, "cancel", json!({ "timing": "IMMEDIATE", "refund_type": "PRORATED" }));
    clock("2026-04-15T00:00:00Z");
    Lives { yearly: text(&yearly, "id") }
}

/// The documents of a table by their ids.
type Stored = BTreeMap<&'static str, BTreeMap<String, Value>>;

fn stored(url: &str) -> Stored {
    let mut all = BTreeMap::new();
    for (name, table, column) in [
        ("doc", "invoice", "doc"),
        ("lines", "invoice", "lines"),
        ("draft", "invoice", "draft"),
        ("credit", "credit", "doc"),
        ("progress", "subscription_progress", "progress"),
    ] {
        let rows = behind(url, &format!("SELECT id || ' ' || {column} FROM {table}"));
        let row = |row: String| {
            let (id, document) = row.split_once(' ').unwrap();
            (id.to_owned(), serde_json::from_str(document).unwrap())
        };
        all.insert(name, rows.into_iter().map(row).collect());
    }
    all
}

/// Takes away everything that was not known before.
fn forget(url: &str, all: &Stored) {
    for (name, rows) in all {
        let (table, column) = match *name {
            "credit" => ("credit", "doc"),
            "progress" => ("subscription_progress", "progress"),
            column => ("invoice", column),
        };
        for (id, document) in rows {
            let mut old = document.clone();
            strip(name, &mut old);
            let text = old.to_string().replace('\'', "''");
            behind(url, &format!("UPDATE {table} SET {column} = '{text}' WHERE id = '{id}'"));
        }
    }
    behind(url, "UPDATE invoice SET due = total WHERE status = 'DRAFT'");
    behind(url, "UPDATE schema_version SET version = 6");
}

fn strip(name: &str, value: &mut Value) {
    let remove = |value: &mut Value, field: &str| {
        value.as_object_mut().map(|fields| fields.shift_remove(field));
    };
    match name {
        "doc" => {
            remove(value, "refunds");
            value["revenue"] = dollars(4_711);
            for payment in value["payments"].as_array_mut().unwrap() {
                remove(payment, "invoice_uuid");
            }
        }
        "lines" => {
            for line in value.as_array_mut().unwrap() {
                remove(line, "taxes");
            }
        }
        "draft" => {
            remove(value, "credited");
            if let Some(settled) = value.get_mut("settled") {
                remove(settled, "restored");
            }
            if let Some(course) = value.get_mut("basis").and_then(|basis| basis.get_mut("course")) {
                remove(&mut course["progress"], "advance_invoices");
            }
        }
        "credit" => {
            remove(value, "source");
            if value["origin"] == "PAYMENT" {
                value["origin"] = "REFUND".into();
            }
        }
        _ => remove(&mut value["progress"], "advance_invoices"),
    }
}

/// How far an invoice was billed in advance may be known less well, and of what is over not at all.
fn comparable(value: &Value) -> Value {
    let mut each = value.clone();
    let course = each.get("basis").map(|basis| &basis["course"]).unwrap_or(&each).clone();
    let known = course["progress"]["advance_invoices"].as_array().into_iter().flatten();
    let mut known: Vec<Value> = known.map(|entry| entry["invoice"].clone()).collect();
    if each["status"] == "CANCELLED" {
        known.clear();
    }
    if let Some(basis) = each.get_mut("basis") {
        basis["course"]["progress"]["advance_invoices"] = known.into();
    } else if each.get("progress").is_some() {
        each["progress"]["advance_invoices"] = known.into();
    }
    each
}
