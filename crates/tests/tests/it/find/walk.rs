//! A walk over many rows of one instant while others are inserted.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use engine::clock::Stopwatch;
use serde_json::{Value, json};

use crate::harness::client::{column, text};
use crate::harness::{Client, Company, Server, Wire, at_once};

/// Overridden by `PERENNIAL_WALK_ROWS`.
const ROWS: usize = 3000;
const WRITERS: usize = 8;

fn rows() -> usize {
    std::env::var("PERENNIAL_WALK_ROWS").map_or(ROWS, |text| text.parse().unwrap())
}

/// Makes customers over connections that are kept.
fn fill(client: &Client, count: usize) {
    at_once(WRITERS, |writer| {
        let mut wire = Wire::open(client.address).unwrap();
        for n in (writer..count).step_by(WRITERS) {
            let body = json!({ "identifier": format!("first-{n}") });
            let request = client.request("POST", "/customers").json(&body);
            wire.send(&request).unwrap().expect(201);
        }
    });
}

/// Inserts others until told to stop.
fn disturb(client: &Client, stop: &AtomicBool) -> usize {
    let mut wire = Wire::open(client.address).unwrap();
    let mut made = 0;
    while !stop.load(Ordering::Relaxed) {
        let body = json!({ "identifier": format!("other-{made}") });
        wire.send(&client.request("POST", "/customers").json(&body)).unwrap().expect(201);
        made += 1;
    }
    made
}

/// How often each customer was seen, and the number of pages.
fn walk(client: &Client, sort: &str) -> (HashMap<String, usize>, usize) {
    let mut wire = Wire::open(client.address).unwrap();
    let (mut seen, mut pages, mut key) = (HashMap::new(), 0, Value::Null);
    loop {
        let body = json!({ "sort_key": sort, "pagination": { "limit": 200, "from_key": key } });
        let request = client.request("POST", "/customers/find").json(&body);
        let page = wire.send(&request).unwrap().expect(200);
        for identifier in column(&page, "identifier") {
            *seen.entry(identifier).or_default() += 1;
        }
        pages += 1;
        key = page["pagination"]["from_key"].clone();
        if key.is_null() {
            return (seen, pages);
        }
    }
}

both! {
    fn every_first_row_is_seen_exactly_once(server: Arc<Server>) {
        let company = Company::dev(&server);
        let noon = json!({ "now": "2026-06-01T12:00:00Z" });
        company.post("/clock", &noon).expect(200);
        let count = rows();
        let watch = Stopwatch::start();
        fill(&company, count);
        let filled = watch.elapsed();
        let one = company.post("/customers/find", &json!({ "pagination": { "limit": 1 } }));
        assert_eq!(text(&one.expect(200)["results"][0], "created_at"), "2026-06-01T12:00:00Z");
        for sort in ["createdAtDesc", "createdAtAsc", "updatedAtAsc"] {
            let other = Company::dev(&server);
            other.post("/clock", &noon).expect(200);
            let stop = AtomicBool::new(false);
            let watch = Stopwatch::start();
            let (seen, pages) = std::thread::scope(|scope| {
                // Before and behind the place of the walk: ids rise, the instant is the same.
                let inserts = scope.spawn(|| {
                    let mut wire = Wire::open(company.address).unwrap();
                    let mut made = 0;
                    while !stop.load(Ordering::Relaxed) {
                        let body = json!({ "identifier": format!("{sort}-{made}") });
                        let request = company.request("POST", "/customers").json(&body);
                        wire.send(&request).unwrap().expect(201);
                        made += 1;
                    }
                });
                let elsewhere = scope.spawn(|| disturb(&other, &stop));
                let walked = walk(&company, sort);
                stop.store(true, Ordering::Relaxed);
                inserts.join().unwrap();
                elsewhere.join().unwrap();
                walked
            });
            println!(
                "{:?} {sort}: {count} rows made in {filled:?}, {pages} pages in {:?}",
                server.kind,
                watch.elapsed()
            );
            for n in 0..count {
                assert_eq!(seen.get(&format!("first-{n}")), Some(&1), "first-{n} {sort}");
            }
            let twice = seen.iter().find(|(_, times)| **times != 1);
            assert_eq!(twice, None, "{sort}");
        }
    }
}
