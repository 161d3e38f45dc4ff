//! Changes subscriptions at once, each with its invoice, against creating them.

use std::sync::Arc;

use serde_json::json;
use store::Value;

use super::create::subscriptions::{create, parties, texts};
use crate::arguments::Plan;
use crate::http::{self, Server};
use crate::measure::{Series, quantile, seconds};
use crate::outcome::{Outcome, broken};
use crate::place::{Place, Seed, Seeded};
use crate::raw::Raw;
use crate::report::{Table, verdict};

const CONNECTIONS: usize = 64;
/// Creates a round, and as many changes.
const EACH: usize = 4096;
/// A change may cost so many creates.
const BAR: f64 = 3.0;

pub fn run(plan: &Plan) -> Outcome<Table> {
    let mut rows = Vec::new();
    for place in &plan.places {
        let seeded = place.with(Seed::Standing, plan.rows)?;
        rows.push(measure(plan, place, &seeded)?);
    }
    Ok(Table {
        note: format!(
            "Subscriptions created over HTTP by {CONNECTIONS} connections, each with its first \
             invoice, and then changed: four licences more at once, prorated, with an invoice of \
             what comes back and what is charged. Every request has an Idempotency-Key and is \
             answered after the durable commit, in a database of {} subscriptions.",
            plan.rows
        ),
        header: vec!["engine", "creates /s", "changes /s", "cost in creates", "p50", "p99", "bar"],
        rows,
    })
}

fn measure(plan: &Plan, place: &Place, seeded: &Seeded) -> Outcome<Vec<String>> {
    let mine = place.copy(seeded, "changed")?;
    let ours = Server::ours(&mine.url)?;
    let mut reader = Raw::read(&mine.url)?;
    let (customers, pricing) = parties(&ours, &mut reader, seeded, EACH * plan.rounds)?;
    let [mut creates, mut changes, mut p50, mut p99] = [const { Series::new() }; 4];
    for (round, all) in customers.chunks(EACH).enumerate() {
        let requests = all.iter().enumerate();
        let requests = requests
            .map(|(at, id)| create(seeded, (id, &pricing), &format!("create-{round}-{at}")));
        let made = http::load(ours.address, CONNECTIONS, &Arc::new(requests.collect()), 200)?;
        let sql = "SELECT id FROM subscription WHERE company_id = $1
            ORDER BY created_at DESC, id DESC LIMIT $2";
        let limit = Value::from(i64::try_from(all.len())?);
        let ids = texts(reader.rows(sql, &[(&seeded.company).into(), limit])?);
        let requests = ids.iter().map(|id| change(seeded, (id, &pricing)));
        let changed = http::load(ours.address, CONNECTIONS, &Arc::new(requests.collect()), 200)?;
        creates.add(made.rate());
        changes.add(changed.rate());
        let times = seconds(&changed.latencies);
        p50.add(quantile(&times, 0.5));
        p99.add(quantile(&times, 0.99));
        billed(&mut reader, seeded, &ids)?;
    }
    let cost = creates.over(&changes);
    Ok(vec![
        place.engine().to_owned(),
        creates.rate(),
        changes.rate(),
        cost.ratio(),
        p50.time(),
        p99.time(),
        verdict(cost.median() <= BAR, "≤ 3"),
    ])
}

fn change(seeded: &Seeded, (id, pricing): (&str, &str)) -> Vec<u8> {
    let path = format!("/api/v1/companies/{}/subscriptions/{id}/change", seeded.company);
    let config = json!({ "product_pricing_id": pricing, "num_licenses": 11 });
    let body = json!({ "config_items": [config], "proration_type": "IMMEDIATE" });
    let key = format!("idempotency-key: change-{id}\r\n");
    http::request("POST", &path, &seeded.token, &key, &body.to_string())
}

/// Every one of them must have the invoice of its change.
fn billed(raw: &mut Raw, seeded: &Seeded, ids: &[String]) -> Outcome<()> {
    let sql = "SELECT count(*) FROM invoice WHERE company_id = $1 AND subscription_id = $2";
    for id in ids {
        let count = raw.rows(sql, &[(&seeded.company).into(), id.into()])?;
        if count != [[Value::Int(2)]] {
            return Err(broken(format!("subscription {id} has {count:?} invoices, not two")));
        }
    }
    Ok(())
}
