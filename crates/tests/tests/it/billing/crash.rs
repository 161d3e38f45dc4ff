//! kill -9 in the middle of a run: the next process ends it, and nobody can tell.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};

use super::{all_invoices, monthly, numbered, subscribe_many};
use crate::harness::database::{behind, fresh};
use crate::harness::process::{Process, healthy};
use crate::harness::{Client, Kind, eventually};

/// How many subscriptions and how many kills: more on demand.
fn size() -> (usize, usize) {
    let asked = |name: &str, usual: usize| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    (asked("PERENNIAL_CRASH_SUBSCRIPTIONS", 300), asked("PERENNIAL_CRASH_KILLS", 6))
}

both! {
    fn killed_at_many_points_of_a_run(kind: Kind) {
        let (count, kills) = size();
        let url = fresh(kind);
        let mut process = Process::serve(&url);
        let mut left_alone = prepared(&process, &url, count);
        let mut killed = prepared(&process, &url, count);
        move_clock(&left_alone);
        let mut done = 0;
        for round in 0..kills {
            // Somebody asks and the server dies before it answers; from then on it goes by itself.
            let client = killed.clone();
            let asked = std::thread::spawn(move || {
                let body = json!({ "now": TARGET });
                let _ = client.try_send(client.request("POST", "/clock").json(&body));
            });
            let pause = 11 + (round * 37) % 160;
            std::thread::sleep(Duration::from_millis(pause as u64));
            process.kill();
            asked.join().unwrap();
            let sql = format!("SELECT cast(count(*) AS TEXT) FROM invoice
                WHERE company_id = '{}'", killed.company);
            let now: usize = behind(&url, &sql)[0].parse().unwrap();
            assert!(now >= done, "nothing is lost");
            done = now;
            process = Process::serve(&url);
            killed.address = process.address;
        }
        left_alone.address = process.address;
        arrived(&killed);
        let (one, other) = (told(&left_alone), told(&killed));
        assert_eq!(one.len(), (0..count).map(expected).sum::<usize>());
        assert_eq!(one, other);
        // A billing date of a pause that is waived gets no number.
        let mut issued = all_invoices(&killed);
        issued.retain(|value| !value["number"].is_null());
        numbered(&issued);
        drop(process);
        healthy(&url);
    }
}

const START: &str = "2026-01-31T00:00:00Z";
const TARGET: &str = "2026-03-01T00:00:00Z";

fn prepared(process: &Process, url: &str, count: usize) -> Client {
    let client = process.company(url);
    client.post("/clock", &json!({ "now": START })).expect(200);
    let pricing = monthly(&client);
    subscribe_many(&client, count, &pricing, &json!({}));
    lives(&client, count, &pricing);
    client
}

const MIDDLE: &str = "2026-02-14T00:00:00Z";

/// What lies ahead of half of them.
fn lives(client: &Client, count: usize, pricing: &str) {
    let seats = json!([{ "product_pricing_id": pricing, "num_licenses": 9 }]);
    for n in 0..count {
        let (verb, body) = match n % 10 {
            0 => {
                let body = json!({
                    "timing": "CUSTOM_DATE", "custom_change_date": MIDDLE,
                    "proration_type": "IMMEDIATE", "config_items": seats,
                });
                ("change", body)
            }
            1 => {
                let body = json!({
                    "timing": "CUSTOM_DATE", "custom_end_date": MIDDLE,
                    "refund_type": "PRORATED",
                });
                ("cancel", body)
            }
            2 => (
                "pause",
                json!({
                    "behavior": "KEEP_AS_DRAFT", "resume_date": "2026-02-28T12:00:00Z",
                }),
            ),
            3 => ("pause", json!({ "behavior": "VOID" })),
            4 => ("change", json!({ "timing": "PERIOD_END", "config_items": seats })),
            5 => {
                // Another subscription of the same customer begins with a trial.
                let value = client.get(&format!("/subscriptions/s{n:06}")).expect(200);
                let body = json!({
                    "customer_id": value["customer_id"], "product_pricing_ids": [pricing],
                    "identifier": format!("t{n:06}"), "trial": true, "end_date": MIDDLE,
                });
                client.post("/subscriptions", &body).expect(200);
                continue;
            }
            _ => continue,
        };
        client.post(&format!("/subscriptions/s{n:06}/{verb}"), &body).expect(200);
    }
}

/// How many invoices a customer has: one at the start, and one a month later, or less or more.
fn expected(n: usize) -> usize {
    match n % 10 {
        // A change in between, or the end of a trial.
        0 | 5 => 3,
        _ => 2,
    }
}

fn move_clock(client: &Client) {
    client.post("/clock", &json!({ "now": TARGET })).expect(200);
}

/// A repeated move waits for the one on its way.
fn arrived(client: &Client) {
    eventually("the clock arrives", || {
        let body = json!({ "now": TARGET });
        let answer = client.try_send(client.request("POST", "/clock").json(&body)).ok()?;
        (answer.status == 200).then_some(())
    });
}

/// All invoices by subscription and billing date, without what a record is called.
fn told(client: &Client) -> BTreeMap<String, Value> {
    let subscriptions = identifiers(client);
    let invoices = all_invoices(client).into_iter().map(|mut value| {
        let of = value["subscription_id"].as_str().unwrap_or_default().to_owned();
        let key = format!("{} {}", subscriptions[&of], value["billing_date"]);
        let links = ["hosted_link", "pdf_link"];
        let ids = ["uuid", "subscription_id", "customer_id", "billed_customer_id", "number"];
        for name in ids.into_iter().chain(links) {
            value[name] = Value::Null;
        }
        for name in ["customer", "billed_customer"] {
            value[name] = value[name]["identifier"].clone();
        }
        for line in value["line_items"].as_array_mut().unwrap() {
            for name in ["id", "subscription_id", "customer_id", "product_id"] {
                line[name] = Value::Null;
            }
            line["product_pricing_id"] = Value::Null;
            // Which line it corrects, without the name of the invoice.
            let place = line["corrects"].as_str().and_then(|text| text.rsplit('-').next());
            line["corrects"] = place.map(str::to_owned).into();
        }
        for list in ["credit_details", "payments", "refunds"] {
            for credit in value[list].as_array_mut().unwrap() {
                for name in ["credit_id", "invoice_uuid"] {
                    credit[name] = Value::Null;
                }
            }
        }
        // A clock that stands in the middle shows itself in no record.
        (key, value)
    });
    invoices.collect()
}

fn identifiers(client: &Client) -> BTreeMap<String, String> {
    let (mut all, mut key) = (BTreeMap::new(), Value::Null);
    loop {
        let body = json!({ "pagination": { "limit": 200, "from_key": key } });
        let page = client.post("/subscriptions/find", &body).expect(200);
        for value in page["results"].as_array().unwrap() {
            let (id, name) = (value["id"].as_str().unwrap(), value["identifier"].as_str().unwrap());
            all.insert(id.to_owned(), name.to_owned());
        }
        key = page["pagination"]["from_key"].clone();
        if key.is_null() {
            return all;
        }
    }
}
