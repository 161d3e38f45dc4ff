//! Two processes on one PostgreSQL bill the same subscriptions at the same time: one invoice for
//! each cause.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{all_invoices, numbered, subscribe_many};
use crate::catalog::pricing;
use crate::harness::client::text;
use crate::harness::database::fresh;
use crate::harness::process::{Process, healthy};
use crate::harness::{Client, Kind, eventually};

const COUNT: usize = 120;

#[test]
fn two_processes_bill_each_cause_once() {
    let url = fresh(Kind::Postgres);
    let (one, other) = (Process::serve(&url), Process::serve(&url));
    let client = one.company(&url);
    let hourly = json!({ "billing_frequency": { "count": 1, "frequency": "HOUR" } });
    let pricing = text(&pricing(&client, &hourly), "id");
    // All of them turn an hour after an anchor that was nearly an hour ago: in a few seconds.
    let clock = client.get("/clock").expect(200);
    let now = records::Moment::parse(clock["now"].as_str().unwrap()).unwrap();
    let start = records::Moment::from_micros(now.micros() - 3_600_000_000 + 20_000_000);
    let fields = json!({ "start_date": start.to_string() });
    subscribe_many(&client, COUNT, &pricing, &fields);
    let turned = wait_for(&client, 2 * COUNT);
    let causes: BTreeSet<(String, String)> = turned
        .iter()
        .map(|value| (text(value, "subscription_id"), text(value, "billing_date")))
        .collect();
    assert_eq!(causes.len(), turned.len(), "one invoice for each cause");
    numbered(&turned);
    drop((one, other));
    healthy(&url);
}

/// All invoices, once there are so many.
pub(super) fn wait_for(client: &Client, count: usize) -> Vec<Value> {
    for _ in 0..6 {
        let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            eventually("the turn of all", || {
                let body = json!({ "pagination": { "limit": 1 }, "include_meta": true });
                let page = client.post("/invoices/find", &body).expect(200);
                let total = page["pagination"]["total_count"].as_i64()?;
                (total >= i64::try_from(count).ok()?).then_some(())
            })
        }));
        if found.is_ok() {
            break;
        }
    }
    let all = all_invoices(client);
    assert_eq!(all.len(), count);
    all
}
