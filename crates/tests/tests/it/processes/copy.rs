//! `perennial copy`: a whole database into another one, of either engine, beside whoever uses it;
//! what is not whole is served by nobody.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use serde_json::{Value, json};

use super::demo::client;
use crate::billing::{all_invoices, monthly, numbered};
use crate::harness::database::{Fleeting, behind, fresh};
use crate::harness::process::{Process, command, healthy, refused, run};
use crate::harness::{Client, Kind, eventually};

/// Copies, and gives what was said.
#[track_caller]
fn copied(from: &str, to: &str) -> String {
    let output = run(&["copy", "--from", from, "--to", to]);
    let why = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{why}");
    String::from_utf8(output.stdout).unwrap()
}

/// A two-year demo that nobody serves any more, and who may look at it.
fn demo(kind: Kind) -> (Fleeting, Client) {
    let database = Fleeting::new(kind);
    let mut process = Process::start(&database.url, &["demo"]);
    let client = client(&process);
    process.signal("-TERM");
    assert!(process.wait(std::time::Duration::from_secs(60)).success());
    (database, client)
}

/// Everything that the interface lists, by where it lists it.
fn everything(url: &str, client: &Client) -> BTreeMap<String, Vec<Value>> {
    let process = Process::serve(url);
    let client = Client { address: process.address, ..client.clone() };
    let mut request = client.request("GET", "");
    request.path = "/openapi.json".to_owned();
    let document = client.send(request).expect(200);
    let paths = document["paths"].as_object().unwrap().keys();
    let tails = paths.filter_map(|path| path.split_once("{company_id}").map(|(_, tail)| tail));
    let mut all = BTreeMap::new();
    // Jobs are tried, and mails sent, by whoever serves: they differ by where they are looked at.
    let moves = ["/jobs/find", "/emails/find"];
    let stays = |tail: &&str| !moves.contains(tail) && !tail.contains('{');
    for tail in tails.filter(|tail| tail.ends_with("/find")).filter(stays) {
        let (mut records, mut key) = (Vec::new(), Value::Null);
        loop {
            let body = json!({ "pagination": { "limit": 200, "from_key": key } });
            let page = client.post(tail, &body).expect(200);
            records.extend(page["results"].as_array().unwrap().iter().cloned());
            key = page["pagination"]["from_key"].clone();
            if key.is_null() {
                break;
            }
        }
        all.insert(tail.to_owned(), records);
    }
    all.insert("/events_log".to_owned(), client.facts());
    all.insert("".to_owned(), vec![client.get("").expect(200)]);
    let search = json!({ "search": "acme" });
    let found = client.post("/customers/find", &json!({ "query": search })).expect(200);
    all.insert("search".to_owned(), found["results"].as_array().unwrap().clone());
    all
}

#[track_caller]
fn equal(one: &BTreeMap<String, Vec<Value>>, other: &BTreeMap<String, Vec<Value>>) {
    assert!(one.keys().eq(other.keys()));
    for (what, records) in one {
        let others = &other[what];
        assert_eq!(records.len(), others.len(), "{what}");
        for (record, copy) in records.iter().zip(others) {
            assert_eq!(unlinked(record), unlinked(copy), "{what}");
        }
    }
}

/// A record without its links, which lead to whoever answered.
fn unlinked(record: &Value) -> Value {
    match record {
        Value::Object(fields) => {
            let kept = fields.iter().filter(|(name, _)| !name.ends_with("_link"));
            Value::Object(kept.map(|(name, value)| (name.clone(), unlinked(value))).collect())
        }
        Value::Array(all) => Value::Array(all.iter().map(unlinked).collect()),
        plain => plain.clone(),
    }
}

/// There and back: what the interface answers stays as it is, record by record.
#[test]
fn two_years_go_to_postgres_and_back() {
    let (source, client) = demo(Kind::Sqlite);
    let (there, back) = (Fleeting::new(Kind::Postgres), Fleeting::new(Kind::Sqlite));
    let before = everything(&source.url, &client);
    assert!(before["/invoices/find"].len() > 100, "{}", before["/invoices/find"].len());
    assert!(!before["search"].is_empty());
    let told = copied(&source.url, &there.url);
    assert!(told.contains("doctor") && !told.contains("not in the copy"), "{told}");
    healthy(&there.url);
    equal(&before, &everything(&there.url, &client));
    copied(&there.url, &back.url);
    healthy(&back.url);
    equal(&before, &everything(&back.url, &client));
}

both! {
    fn killed_in_the_middle_it_starts_over(kind: Kind) {
        let (source, client) = demo(Kind::Sqlite);
        let target = eventually("one is killed in the middle", || {
            let target = Fleeting::new(kind);
            (cut_off(&source.url, &target.url)).then_some(target)
        });
        for refuses in [vec!["serve", "--listen", "127.0.0.1:0"], vec!["doctor"]] {
            let told = refused(&run(&[refuses, vec!["--database", &target.url]].concat()));
            assert!(told.contains("not completed") && told.contains("perennial copy"), "{told}");
        }
        let told = refused(&run(&["copy", "--from", &target.url, "--to", &fresh(kind)]));
        assert!(told.contains("not completed"), "{told}");
        copied(&source.url, &target.url);
        healthy(&target.url);
        equal(&everything(&source.url, &client), &everything(&target.url, &client));
    }

    fn of_the_same_engine_while_it_is_served(kind: Kind) {
        let url = fresh(kind);
        let process = Process::serve(&url);
        let client = process.company(&url);
        let pricing = monthly(&client);
        let (stop, sold) = (AtomicBool::new(false), AtomicUsize::new(0));
        let copy = Fleeting::new(kind);
        let mut before = 0;
        std::thread::scope(|scope| {
            for seller in 0..3 {
                let (client, pricing, stop, sold) = (&client, &pricing, &stop, &sold);
                scope.spawn(move || {
                    for n in (0..).take_while(|_| !stop.load(Ordering::Relaxed)) {
                        sell(client, pricing, &format!("c{seller}-{n}"));
                        sold.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
            before = eventually("something is sold", || {
                Some(sold.load(Ordering::Relaxed)).filter(|sold| *sold >= 20)
            });
            let told = copied(&url, &copy.url);
            assert!(told.contains("facts are not in the copy"), "{told}");
            stop.store(true, Ordering::Relaxed);
        });
        healthy(&copy.url);
        let all = all_invoices(&client).len();
        let served = Process::serve(&copy.url);
        let client = Client { address: served.address, ..client };
        let invoices = all_invoices(&client);
        assert!((before..=all).contains(&invoices.len()), "{} of {all}", invoices.len());
        sell(&client, &pricing, "first after the copy");
        numbered(&all_invoices(&client));
        drop((served, process));
        healthy(&copy.url);
    }

    fn what_is_not_copied(kind: Kind) {
        let (source, other) = (fresh(kind), fresh(kind));
        for url in [&source, &other] {
            let process = Process::serve(url);
            process.company(url).named("a");
        }
        let copy = |from: &str, to: &str| refused(&run(&["copy", "--from", from, "--to", to]));
        assert!(copy(&source, &source).contains("itself"));
        assert!(copy(&source, &other).contains("has tables already"));
        assert!(copy("sqlite:/no/such/file", &fresh(kind)).contains("no database file"));
        assert!(copy(&fresh(kind), &fresh(kind)).contains("no "));
        let stranger = fresh(kind);
        behind(&stranger, "CREATE TABLE theirs (a BIGINT)");
        let told = copy(&source, &stranger);
        let says = ["has tables already", "another application"];
        assert!(says.iter().any(|words| told.contains(words)), "{told}");
        for (version, says) in [("9999", "newer"), ("3", "serve it once")] {
            let set = format!("version = {version}, oldest = {version}");
            behind(&source, &format!("UPDATE schema_version SET {set}"));
            let told = copy(&source, &fresh(kind));
            assert!(told.contains(says), "{told}");
        }
        healthy(&other);
    }
}

fn sell(client: &Client, pricing: &str, identifier: &str) {
    let customer = client.named(identifier);
    let body = json!({ "customer_id": customer, "product_pricing_ids": [pricing] });
    client.post("/subscriptions", &body).expect(200);
}

/// Kills a copy as soon as it has begun; says whether that was before it had ended.
fn cut_off(from: &str, to: &str) -> bool {
    let mut copying = command(&["copy", "--from", from, "--to", to]);
    let mut child = copying.stderr(std::process::Stdio::null()).spawn().unwrap();
    // The first page is there when there is a mark and a row.
    let sql = "SELECT company_id FROM company";
    eventually("the copy begins", || {
        if child.try_wait().unwrap().is_some() {
            return Some(());
        }
        let rows = std::panic::catch_unwind(|| behind(to, sql)).unwrap_or_default();
        (!rows.is_empty()).then_some(())
    });
    child.kill().unwrap();
    child.wait().unwrap();
    behind(to, "SELECT cast(version AS TEXT) FROM schema_version")[0].starts_with('-')
}
