//! Several processes on one PostgreSQL find the same companies due: they take turns with them.

use std::sync::Arc;

use engine::clock::SystemClock;
use engine::companies::NewCompany;
use engine::{Engine, Location};
use serde_json::json;

use super::monthly;
use crate::harness::database::{behind, fresh};
use crate::harness::process::{Process, healthy};
use crate::harness::{Client, Kind, Request, Wire, at_once, eventually};

const COMPANIES: usize = 40;
const ROUNDS: usize = 5;

#[test]
fn no_company_is_looked_at_by_all_postgres() {
    let url = fresh(Kind::Postgres);
    let processes = at_once(3, |_| Process::serve(&url));
    companies(&url, &processes[0]);
    settled(&url);
    let before = visits(&processes);
    for _ in 0..ROUNDS {
        // Nothing is billed, but each company has to be looked at.
        behind(&url, "UPDATE billed_customer SET due_at = 1");
        settled(&url);
    }
    let after = visits(&processes);
    let seen: Vec<usize> = after.iter().zip(before).map(|(after, before)| after - before).collect();
    let all: usize = seen.iter().sum();
    assert!(all >= ROUNDS * COMPANIES, "{seen:?}");
    assert!(all <= ROUNDS * COMPANIES * 5 / 4, "they look at the same ones: {seen:?}");
    drop(processes);
    healthy(&url);
}

/// Companies by real time, each with two customers that pay for something.
fn companies(url: &str, process: &Process) {
    let engine = Engine::open(&Location::parse(url).unwrap(), Arc::new(SystemClock)).unwrap();
    for n in 0..COMPANIES {
        let new = NewCompany {
            name: format!("It {n}"),
            currency: "USD".to_owned(),
            timezone: "UTC".to_owned(),
            dev: false,
            demo: false,
        };
        let (company, token) = engine.create_company(new).unwrap();
        let client = Client { address: process.address, company: company.id, token: token.token };
        let pricing = monthly(&client);
        for name in ["a", "b"] {
            let customer = client.named(name);
            let body = json!({ "customer_id": customer, "product_pricing_ids": [pricing] });
            client.post("/subscriptions", &body).expect(200);
        }
    }
    engine.stop();
}

/// Nothing is due any more.
fn settled(url: &str) {
    let due = "SELECT customer_id FROM billed_customer WHERE due_at = 1 LIMIT 1";
    eventually("all are looked at", || behind(url, due).is_empty().then_some(()));
}

/// How often each process has looked at a company.
fn visits(processes: &[Process]) -> Vec<usize> {
    let count = |process: &Process| {
        let request = Request::new("GET", "/metrics");
        let text = Wire::open(process.address).unwrap().send(&request).unwrap().text();
        let mut lines = text.lines();
        let count = lines.find_map(|line| line.strip_prefix("perennial_billed_companies_total "));
        count.map_or(0, |count| count.trim().parse::<usize>().unwrap())
    };
    processes.iter().map(count).collect()
}
