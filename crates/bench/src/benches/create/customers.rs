//! Creates customers over HTTP, keyed and durable, against a bare handler and against plain
//! commits of the very same rows, one by one and in batches.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value as Json;

use super::figures::{BATCH, CONNECTIONS, Figures, HEADER};
use crate::arguments::Plan;
use crate::clock::timed;
use crate::http::{self, Canned, Server};
use crate::outcome::{Outcome, broken};
use crate::place::{Place, Seeded};
use crate::raw::{self, Raw};
use crate::report::Table;
use crate::seed::Sample;
use store::Value;

/// Creates a round: half of their rows are replayed one by one, half in batches.
const CREATES: usize = 8000;

pub fn run(plan: &Plan) -> Outcome<Table> {
    let mut rows = Vec::new();
    for place in &plan.places {
        let seeded = place.seeded(plan.rows)?;
        rows.extend(measure(plan, place, &seeded)?.rows(place.engine()));
    }
    Ok(Table {
        note: format!(
            "Customers created over HTTP by {CONNECTIONS} connections, each request with an \
             Idempotency-Key, answered after the durable commit, in a database of {} customers. \
             The limits are a bare handler that answers the same bytes, and plain loops that \
             insert the very rows that ours wrote, into a copy of the same database: a durable \
             commit each, and {BATCH} a commit.",
            plan.rows
        ),
        header: HEADER.into(),
        rows,
    })
}

fn measure(plan: &Plan, place: &Place, seeded: &Seeded) -> Outcome<Figures> {
    let [mine, plain] = [place.copy(seeded, "ours")?, place.copy(seeded, "plain")?];
    let ours = Server::ours(&mine.url)?;
    let bare = Server::bare(&canned(seeded, &ours, plan.rows)?)?;
    let mut reader = Raw::read(&mine.url)?;
    let mut writer = Raw::write(&plain.url)?;
    let mut figures = Figures::default();
    for round in 0..plan.rounds {
        let first = plan.rows + 1 + round * CREATES;
        let samples = first..first + CREATES;
        let keys: Vec<String> = samples.clone().map(|at| format!("create-{at}")).collect();
        let requests = samples.clone().map(|at| Sample { at, rows: plan.rows }).zip(&keys);
        let requests: Vec<Vec<u8>> =
            requests.map(|(sample, key)| create(seeded, &sample, key)).collect();
        let requests = Arc::new(requests);
        let answers = http::load(ours.address, CONNECTIONS, &requests, 201)?;
        figures.add(&answers);
        figures.bare.add(http::load(bare.address, CONNECTIONS, &requests, 201)?.rate());
        let pairs = made(&mut reader, seeded, &keys)?;
        let all = raw::created(&mut reader, &seeded.company, &pairs)?;
        let (ones, groups) = all.split_at(all.len() / 2);
        let (time, done) = timed(|| raw::replay(&mut writer, ones, 1));
        done?;
        figures.single.add(ones.len() as f64 / time.as_secs_f64());
        let (time, done) = timed(|| raw::replay(&mut writer, groups, BATCH));
        done?;
        figures.batched.add(groups.len() as f64 / time.as_secs_f64());
        if !raw::same(&all, &raw::created(&mut writer, &seeded.company, &pairs)?) {
            return Err(broken("create: the two sides did not write the same rows"));
        }
    }
    Ok(figures)
}

fn create(seeded: &Seeded, sample: &Sample, key: &str) -> Vec<u8> {
    let path = format!("/api/v1/companies/{}/customers", seeded.company);
    let key = format!("idempotency-key: {key}\r\n");
    http::request("POST", &path, &seeded.token, &key, &sample.body().to_string())
}

/// One real create, whose answer the bare handler repeats.
fn canned(seeded: &Seeded, ours: &Server, rows: usize) -> Outcome<Canned> {
    let sample = Sample { at: rows, rows };
    let answers = http::ask(ours.address, &[create(seeded, &sample, "canned")], 201)?;
    let path = format!("/api/v1/companies/{}/customers", seeded.company);
    let answers = answers.into_iter().map(|body| (path.clone(), body)).collect();
    Ok(Canned { status: 201, answers })
}

/// The ids that were made for keys; every key must have made one.
fn made(raw: &mut Raw, seeded: &Seeded, keys: &[String]) -> Outcome<Vec<(String, String)>> {
    let sql = "SELECT idempotency_key, body FROM idempotency WHERE company_id = $1";
    let mut ids = HashMap::new();
    for row in raw.rows(sql, &[(&seeded.company).into()])? {
        if let [Value::Text(key), Value::Text(body)] = row.as_slice() {
            let body: Json = serde_json::from_str(body)?;
            ids.insert(key.clone(), body["id"].as_str().unwrap_or_default().to_owned());
        }
    }
    let pair = |key: &String| match ids.get(key) {
        Some(id) => Ok((id.clone(), key.clone())),
        None => Err(broken(format!("create: `{key}` made nothing"))),
    };
    keys.iter().map(pair).collect()
}
