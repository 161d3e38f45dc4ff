//! Takes usage events in over HTTP, against plain inserts of the very rows that it wrote, as many a
//! commit as a request has events.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use store::Value;

use crate::arguments::Plan;
use crate::clock::{days_ago, timed};
use crate::http::{self, Server};
use crate::measure::Series;
use crate::outcome::{Outcome, broken};
use crate::place::{Place, Seeded};
use crate::raw::{Raw, Rows};
use crate::report::{Table, verdict};
use crate::seed::Sample;

/// Requests a round, each with so many events, over so many connections.
const REQUESTS: usize = 200;
const EVENTS: usize = 1000;
const CONNECTIONS: usize = 8;
/// One of so many events was sent before, and one of so many is of last month.
const DUPLICATE: usize = 20;
const LATE: usize = 100;

pub fn run(plan: &Plan) -> Outcome<Table> {
    let mut rows = Vec::new();
    for place in &plan.places {
        let seeded = place.seeded(plan.rows)?;
        rows.push(measure(plan, place, &seeded)?);
    }
    Ok(Table {
        note: format!(
            "Events taken in over HTTP by {CONNECTIONS} connections, {EVENTS} a request, of {} \
             customers, counted by one metric; 5 % were sent before, 1 % is of last month. Every \
             answer comes after the durable commit. Raw insertion takes the very events that ours \
             left, {EVENTS} a commit, into a copy of the same database, with the same indexes and \
             without rollups.",
            plan.rows
        ),
        header: vec!["engine", "events /s", "raw insertion /s", "ours ÷ raw", "bar"],
        rows,
    })
}

fn measure(plan: &Plan, place: &Place, seeded: &Seeded) -> Outcome<Vec<String>> {
    let [mine, plain] = [place.copy(seeded, "ours")?, place.copy(seeded, "plain")?];
    let server = Server::ours(&mine.url)?;
    let item = made(
        seeded,
        &server,
        "/billable_items",
        &json!({
            "name": "Calls", "type": "CUSTOM_USAGE",
        }),
    )?;
    made(
        seeded,
        &server,
        "/billable_metrics",
        &json!({
            "item_id": item, "name": "Calls", "metering_rule": { "aggregator": "COUNT" },
        }),
    )?;
    let (mut reader, mut writer) = (Raw::read(&mine.url)?, Raw::write(&plain.url)?);
    let [mut ours, mut raw] = [const { Series::new() }; 2];
    let mut known = 0;
    for round in 0..plan.rounds {
        let requests: Vec<Vec<u8>> = (0..REQUESTS)
            .map(|request| batch(seeded, &item, (round * REQUESTS + request, plan.rows)))
            .collect();
        let answers = http::load(server.address, CONNECTIONS, &Arc::new(requests), 200)?;
        ours.add(answers.rate() * EVENTS as f64);
        let written = written(&mut reader, seeded, known)?;
        known += written.rows.len();
        let (time, done) = timed(|| replay(&mut writer, &written));
        done?;
        raw.add(written.rows.len() as f64 / time.as_secs_f64());
        if counted(&mut reader, seeded)? != known {
            return Err(broken("ingest: what is counted is not what was taken in"));
        }
    }
    let ratio = ours.over(&raw);
    let bar = verdict(ratio.median() >= 0.4, "≥ 0.4");
    Ok(vec![place.engine().to_owned(), ours.rate(), raw.rate(), ratio.ratio(), bar])
}

/// Makes a record and answers its id.
fn made(seeded: &Seeded, server: &Server, tail: &str, body: &Json) -> Outcome<String> {
    let request = post(seeded, tail, &body.to_string());
    let answers = http::ask(server.address, &[request], 200)?;
    let answer: Json = serde_json::from_str(answers.first().map_or("{}", String::as_str))?;
    match answer["id"].as_str() {
        Some(id) => Ok(id.to_owned()),
        None => Err(broken(format!("ingest: {tail} made nothing"))),
    }
}

fn post(seeded: &Seeded, tail: &str, body: &str) -> Vec<u8> {
    let path = format!("/api/v1/companies/{}{tail}", seeded.company);
    http::request("POST", &path, &seeded.token, "", body)
}

/// The events of one request: of many customers, some of them sent before.
fn batch(seeded: &Seeded, item: &str, (request, rows): (usize, usize)) -> Vec<u8> {
    let event = |place: usize| {
        let number = request * EVENTS + place;
        let number = match number.is_multiple_of(DUPLICATE) && number > 0 {
            true => number - 1,
            false => number,
        };
        let at = days_ago(if number.is_multiple_of(LATE) { 40 } else { 1 });
        json!({
            "customer_identifier": Sample { at: number * 7919 % rows, rows }.identifier(),
            "item_id": item, "properties": { "region": "eu", "tokens": number % 1000 },
            "timestamp": at, "transaction_id": format!("call-{number}"),
        })
    };
    let events: Vec<Json> = (0..EVENTS).map(event).collect();
    post(seeded, "/events/ingest", &json!({ "events": events }).to_string())
}

/// The events that came since, as rows.
fn written(raw: &mut Raw, seeded: &Seeded, known: usize) -> Outcome<Rows> {
    let columns = raw.columns("usage_event")?;
    let list = columns.join(", ");
    let sql = format!(
        "SELECT {list} FROM usage_event WHERE company_id = $1 ORDER BY created_at, id
        LIMIT 10000000 OFFSET {known}"
    );
    let rows = raw.rows(&sql, &[(&seeded.company).into()])?;
    Ok(Rows { table: "usage_event".to_owned(), columns, keys: 0, rows })
}

fn replay(raw: &mut Raw, written: &Rows) -> Outcome<()> {
    let begin = if raw.is_sqlite() { "BEGIN IMMEDIATE" } else { "BEGIN" };
    for rows in written.rows.chunks(EVENTS) {
        raw.run(begin, &[])?;
        raw.put(written, rows)?;
        raw.run("COMMIT", &[])?;
    }
    Ok(())
}

/// How many events the rollups have.
fn counted(raw: &mut Raw, seeded: &Seeded) -> Outcome<usize> {
    let sql = "SELECT events FROM usage_rollup WHERE company_id = $1 AND span = 1";
    let mut sum = 0;
    for row in raw.rows(sql, &[(&seeded.company).into()])? {
        if let [Value::Int(events)] = row.as_slice() {
            sum += usize::try_from(*events).unwrap_or_default();
        }
    }
    Ok(sum)
}
