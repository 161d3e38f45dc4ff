//! Creates subscriptions, each with its first invoice.

use std::sync::Arc;

use serde_json::json;
use store::Value;

use super::figures::{BATCH, CONNECTIONS, Figures, HEADER};
use super::localstripe::Peer;
use super::written::Written;
use crate::arguments::Plan;
use crate::clock::timed;
use crate::http::{self, Canned, Server};
use crate::outcome::{Outcome, broken};
use crate::place::{Place, Seed, Seeded};
use crate::raw::Raw;
use crate::report::Table;

/// Creates a round: half of their rows are replayed one by one, half in batches.
const CREATES: usize = 4096;

pub fn run(plan: &Plan) -> Outcome<Table> {
    let peer = Peer::start()?;
    let mut rows = Vec::new();
    for place in &plan.places {
        let seeded = place.with(Seed::Standing, plan.rows)?;
        rows.extend(measure(plan, place, &seeded, &peer)?.rows(place.engine()));
    }
    Ok(Table {
        note: format!(
            "Subscriptions created over HTTP by {CONNECTIONS} connections, each with its first \
             invoice, each request with an Idempotency-Key, answered after the durable commit, in \
             a database of {} subscriptions. The limits are as above. The peer, localstripe, \
             begins with an empty store, writes no invoice durably, and is asked by one \
             connection after another as fast as it answers.",
            plan.rows
        ),
        header: HEADER.into(),
        rows,
    })
}

fn measure(plan: &Plan, place: &Place, seeded: &Seeded, peer: &Peer) -> Outcome<Figures> {
    let [mine, plain] = [place.copy(seeded, "ours")?, place.copy(seeded, "plain")?];
    let ours = Server::ours(&mine.url)?;
    let mut reader = Raw::read(&mine.url)?;
    let mut writer = Raw::write(&plain.url)?;
    let (customers, pricing) = parties(&ours, &mut reader, seeded, CREATES * plan.rounds + 1)?;
    let first = create(seeded, (&customers[0], &pricing), "canned");
    let answers = http::ask(ours.address, &[first], 200)?;
    let path = format!("/api/v1/companies/{}/subscriptions", seeded.company);
    let answers = answers.into_iter().map(|body| (path.clone(), body)).collect();
    let bare = Server::bare(&Canned { status: 200, answers })?;
    let mut figures = Figures::default();
    for (round, all) in customers[1..].chunks(CREATES).enumerate() {
        let behind = latest(&mut reader, seeded)?;
        let requests = all.iter().enumerate();
        let requests: Vec<Vec<u8>> = requests
            .map(|(at, id)| create(seeded, (id, &pricing), &format!("create-{round}-{at}")))
            .collect();
        let requests = Arc::new(requests);
        figures.add(&http::load(ours.address, CONNECTIONS, &requests, 200)?);
        figures.bare.add(http::load(bare.address, CONNECTIONS, &requests, 200)?.rate());
        let written = Written::behind(&mut reader, &seeded.company, behind)?;
        if [written.count("subscription"), written.count("invoice")] != [all.len(); 2] {
            return Err(broken("create: not every create made one subscription with one invoice"));
        }
        let half = all.len() / 2;
        let (time, done) = timed(|| written.replay(&mut writer, 0, half));
        done?;
        figures.single.add(half as f64 / time.as_secs_f64());
        let (time, done) = timed(|| written.replay(&mut writer, 1, half / BATCH));
        done?;
        figures.batched.add(half as f64 / time.as_secs_f64());
        let replayed = Written::behind(&mut writer, &seeded.company, behind)?;
        if let Some(table) = written.differing(&replayed) {
            return Err(broken(format!("create: the two sides wrote other rows of {table}")));
        }
        if let Some(rate) = peer.round()? {
            figures.peer.add(rate);
        }
    }
    Ok(figures)
}

pub fn create(seeded: &Seeded, (customer, pricing): (&str, &str), key: &str) -> Vec<u8> {
    let path = format!("/api/v1/companies/{}/subscriptions", seeded.company);
    let key = format!("idempotency-key: {key}\r\n");
    let config = json!({ "product_pricing_id": pricing, "num_licenses": 7 });
    let body = json!({
        "customer_id": customer, "product_pricing_ids": [pricing], "config_items": [config],
    });
    http::request("POST", &path, &seeded.token, &key, &body.to_string())
}

/// So many new customers, and a pricing to sell to them. Those of the seed have subscriptions that
/// are due by now: a create would first bill those.
pub fn parties(
    ours: &Server,
    raw: &mut Raw,
    seeded: &Seeded,
    count: usize,
) -> Outcome<(Vec<String>, String)> {
    let company = Value::from(&seeded.company);
    let path = format!("/api/v1/companies/{}/customers", seeded.company);
    let buyer = |at| {
        let name = format!("Buyer {at}");
        json!({ "identifier": name, "org_name": name }).to_string()
    };
    let requests = (0..count).map(|at| http::request("POST", &path, &seeded.token, "", &buyer(at)));
    http::load(ours.address, CONNECTIONS, &Arc::new(requests.collect()), 201)?;
    let limit = i64::try_from(count)?;
    let sql = "SELECT id FROM customer WHERE company_id = $1
        ORDER BY created_at DESC, id DESC LIMIT $2";
    let customers = texts(raw.rows(sql, &[company.clone(), limit.into()])?);
    let sql = "SELECT id FROM pricing WHERE company_id = $1 ORDER BY id LIMIT 1";
    let pricing = texts(raw.rows(sql, &[company])?).pop();
    Ok((customers, pricing.ok_or_else(|| broken("create: the seed has no pricing"))?))
}

/// When the last of all subscriptions was made and its answer kept, which is a little later.
fn latest(raw: &mut Raw, seeded: &Seeded) -> Outcome<i64> {
    let sql = "SELECT max(l.at) FROM
        (SELECT max(created_at) AS at FROM subscription WHERE company_id = $1
         UNION ALL SELECT max(created_at) FROM idempotency WHERE company_id = $1) l";
    match raw.rows(sql, &[(&seeded.company).into()])?.first().and_then(|row| row.first()) {
        Some(Value::Int(at)) => Ok(*at),
        _ => Err(broken("create: there is no subscription")),
    }
}

pub fn texts(rows: Vec<Vec<Value>>) -> Vec<String> {
    let text = |cell| match cell {
        Value::Text(text) => Some(text),
        _ => None,
    };
    rows.into_iter().flatten().filter_map(text).collect()
}
