//! Databases that earlier versions made: what they have stays as it was, everything that is to be
//! known besides is read off their documents, and billing goes on as the version before would have
//! gone on. `databases/README.md` tells what is in them.

use std::io::Read as _;

use flate2::read::GzDecoder;
use serde_json::{Value, json};

use crate::harness::client::text;
use crate::harness::database::{Fleeting, behind};
use crate::harness::process::{Process, healthy, run};
use crate::harness::{Client, Kind};
use crate::invoices::invoices_of;

both! {
    fn of_schema_six(kind: Kind) {
        goes_on(kind, match kind {
            Kind::Sqlite => include_bytes!("../../../databases/6.sqlite.gz"),
            Kind::Postgres => include_bytes!("../../../databases/6.postgres.gz"),
        }, "CN-000001");
    }

    fn of_schema_seven(kind: Kind) {
        goes_on(kind, match kind {
            Kind::Sqlite => include_bytes!("../../../databases/7.sqlite.gz"),
            Kind::Postgres => include_bytes!("../../../databases/7.postgres.gz"),
        }, "CN-000005");
    }
}

/// What May and June come to: identifier, day, status, subtotal. Computed by the build that made
/// the database of schema seven.
const LATER: [(&str, &str, &str, i64); 10] = [
    ("paid", "2026-05-01", "PAID", 10_000),
    ("paused", "2026-05-01", "DRAFT", 25_000),
    ("left", "2026-05-01", "PENDING", 14_000),
    ("pending", "2026-05-01", "PENDING", 35_500),
    ("ahead", "2026-05-01", "PENDING", 10_000),
    ("paid", "2026-06-01", "PAID", 10_000),
    ("paused", "2026-06-01", "DRAFT", 25_000),
    ("left", "2026-06-01", "PENDING", 10_000),
    ("pending", "2026-06-01", "PENDING", 25_000),
    ("ahead", "2026-06-01", "PENDING", 10_000),
];

fn goes_on(kind: Kind, made: &[u8], next_credit_note: &str) {
    let database = Fleeting::new(kind);
    let url = database.url.as_str();
    put(url, made);
    let before = books(url);
    assert_eq!(before.len(), 32, "{before:?}");
    let process = Process::serve(url);
    assert_eq!(books(url), before);
    let client = client(&process, url);
    let found = client.post("/subscriptions/find", &json!({})).expect(200);
    let subscriptions = found["results"].as_array().unwrap();
    let yearly = subscriptions.iter().find(|each| each["identifier"] == "yearly").unwrap();
    // The year came back in March, so in full only April does.
    let body = json!({ "timing": "IMMEDIATE", "refund_type": "FULL" });
    client.post(&format!("/subscriptions/{}/cancel", text(yearly, "id")), &body).expect(200);
    let last = invoices_of(&client, yearly).pop().unwrap();
    assert_eq!(last["sub_total"]["value_in_cents"], -10_000);
    assert_eq!(last["number"], next_credit_note);
    client.post("/clock", &json!({ "now": "2026-06-01T00:00:00Z" })).expect(200);
    let parked = client.post("/parked/find", &json!({})).expect(200);
    assert_eq!(parked["results"], json!([]));
    assert_eq!(later(&client, subscriptions), LATER.map(told));
    drop(process);
    healthy(url);
}

/// Lays the database where the server will look for it.
fn put(url: &str, made: &[u8]) {
    let mut bytes = Vec::new();
    GzDecoder::new(made).read_to_end(&mut bytes).unwrap();
    match url.strip_prefix("sqlite:") {
        Some(path) => std::fs::write(path, bytes).unwrap(),
        None => {
            behind(url, &String::from_utf8(bytes).unwrap());
        }
    }
}

/// Every invoice with what nothing may change.
fn books(url: &str) -> Vec<String> {
    behind(
        url,
        "SELECT id || ' ' || coalesce(number, '-') || ' ' || status || ' ' || total || ' ' || paid
            FROM invoice ORDER BY id",
    )
}

fn client(process: &Process, url: &str) -> Client {
    let company = behind(url, "SELECT company_id FROM company").remove(0);
    let issued = run(&["token", "create", "--company", &company, "--database", url, "--json"]);
    let issued: Value = serde_json::from_slice(&issued.stdout).unwrap();
    Client { address: process.address, company: company.into(), token: text(&issued, "token") }
}

/// What was billed after the database was made, in the order of `LATER`.
fn later(client: &Client, subscriptions: &[Value]) -> Vec<String> {
    let mut all = Vec::new();
    for (identifier, day, ..) in LATER {
        let of = subscriptions.iter().find(|each| each["identifier"] == identifier).unwrap();
        let invoices = invoices_of(client, of);
        let made = invoices.iter().filter(|each| text(each, "created_at").starts_with(day));
        all.extend(made.map(|each| {
            let cents = each["sub_total"]["value_in_cents"].as_i64().unwrap();
            told((identifier, day, text(each, "status").as_str(), cents))
        }));
    }
    all
}

fn told((identifier, day, status, cents): (&str, &str, &str, i64)) -> String {
    format!("{identifier} {day} {status} {cents}")
}
