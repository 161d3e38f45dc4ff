//! A batch of the cycle whose invoices are large is written in parts: whoever else wants to write
//! gets in between, and what was written before a crash stays.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use engine::clock::HeldClock;
use engine::{Engine, Fuse, Location};
use records::Moment;
use serde_json::{Value, json};

use super::{all_invoices, numbered};
use crate::catalog::product;
use crate::harness::client::text;
use crate::harness::database::fresh;
use crate::harness::{Company, Kind, Server};

/// Enough for more parts than are written at once, and not for a batch.
const CUSTOMERS: usize = 8;
const COMPONENTS: usize = 300;

both! {
    fn large_invoices_are_written_in_parts(kind: Kind) {
        let url = fresh(kind);
        // The server sees nothing due, so that only those who die bill.
        let start = moment("2026-01-01T00:00:00Z");
        let server = Server::start(kind, &url, Arc::new(HeldClock::at(start)), 0);
        let wall = Arc::new(HeldClock::at(start));
        let company = Company::new(&server);
        subscribe_all(&company);
        let mut seen = BTreeSet::new();
        for commits in 1.. {
            // What a dead process kept to itself is free again a while later.
            wall.set(moment(&format!("2026-02-01T00:{commits:02}:00Z")));
            run(&url, &wall, commits);
            let count = all_invoices(&company).len();
            seen.insert(count - CUSTOMERS);
            if count == 2 * CUSTOMERS {
                break;
            }
            assert!(commits < 20, "it never ends: {seen:?}");
        }
        let between = seen.range(1..CUSTOMERS).count();
        assert!(between > 0, "a crash leaves none or all: {seen:?}");
        numbered(&all_invoices(&company));
    }
}

fn moment(text: &str) -> Moment {
    Moment::parse(text).unwrap()
}

/// Each has a customer of its own, and all are due together.
fn subscribe_all(company: &Company) {
    let component = json!({
        "pricing_type": "FIXED", "fixed_price": { "price_per_unit": "1" },
        "billing_frequency": { "count": 1, "frequency": "MONTH" },
    });
    let body = json!({
        "product_id": product(company, "Wide"), "name": "Wide", "currency": "USD",
        "components": vec![component; COMPONENTS],
    });
    let pricing: Value = company.post("/pricing", &body).expect(200)["id"].clone();
    for n in 0..CUSTOMERS {
        let customer = company.named(&format!("c{n}"));
        let body = json!({ "customer_id": customer, "product_pricing_ids": [pricing] });
        text(&company.post("/subscriptions", &body).expect(200), "id");
    }
}

/// A process that bills what is due, and dies with the answer to its so-manieth commit.
fn run(url: &str, wall: &Arc<HeldClock>, commits: u32) {
    let fuse = Fuse::default();
    let location = Location::parse(url).unwrap();
    let engine =
        Engine::open_watched(&location, wall.clone(), Arc::new(|_| {}), fuse.clone()).unwrap();
    fuse.blow_after(commits);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let blown = async {
        while !fuse.is_blown() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    runtime.block_on(async {
        tokio::select! {
            done = engine.bill_due() => drop(done),
            () = blown => {}
        }
    });
}
