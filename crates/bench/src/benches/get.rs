//! Gets customers by id over HTTP, against a handler that has the very same answers in memory.

use std::sync::Arc;

use crate::arguments::Plan;
use crate::http::{self, Canned, Server, Work};
use crate::outcome::{Outcome, broken};
use crate::place::{Place, Seeded};
use crate::raw::Raw;
use crate::report::Table;
use store::Value;

const CONNECTIONS: &[usize] = &[1, 16, 64];
const SAMPLE: i64 = 2000;
const REQUESTS: usize = 20_000;
const BAR: f64 = 0.5;

pub fn run(plan: &Plan) -> Outcome<Vec<Table>> {
    let mut rows = Vec::new();
    for place in &plan.places {
        let seeded = place.seeded(plan.rows)?;
        rows.extend(measure(plan, place, &seeded)?);
    }
    Ok(vec![Table {
        name: "get",
        note: format!(
            "Customers by id over HTTP, {} in the database, a sample of {SAMPLE} spread over all \
             of them. The limit is a bare handler that answers the same bytes and headers from \
             memory. Requests a second and times to answer.",
            plan.rows
        ),
        header: ["engine", "connections"].into_iter().chain(http::HEADER).chain(["bar"]).collect(),
        rows,
    }])
}

fn measure(plan: &Plan, place: &Place, seeded: &Seeded) -> Outcome<Vec<Vec<String>>> {
    let paths = sample(seeded)?;
    let request = |path: &String| http::request("GET", path, &seeded.token, "", "");
    let requests: Vec<Vec<u8>> = paths.iter().map(request).collect();
    let ours = Server::ours(&seeded.url)?;
    let bodies = http::ask(ours.address, &requests, 200)?;
    let answers = paths.into_iter().zip(bodies.clone()).collect();
    let bare = Server::bare(&Canned { status: 200, answers })?;
    if http::ask(bare.address, &requests, 200)? != bodies {
        return Err(broken("get: the two sides do not answer the same"));
    }
    let requests: Vec<Vec<u8>> = requests.into_iter().cycle().take(REQUESTS).collect();
    let requests = Arc::new(requests);
    let mut table = Vec::new();
    for connections in CONNECTIONS {
        let work = Work {
            ours: ours.address,
            bare: bare.address,
            requests: Arc::clone(&requests),
            connections: *connections,
        };
        let compared = http::compare(&work, plan.rounds)?;
        let start = [place.engine().to_owned(), connections.to_string()];
        let cells = start.into_iter().chain(compared.cells());
        table.push(cells.chain([compared.verdict(BAR)]).collect());
    }
    Ok(table)
}

/// Ids evenly spread over the whole table, as paths.
fn sample(seeded: &Seeded) -> Outcome<Vec<String>> {
    let mut raw = Raw::read(&seeded.url)?;
    let count = raw.rows("SELECT count(*) FROM customer", &[])?;
    let step = match count.first().and_then(|row| row.first()) {
        Some(Value::Int(count)) => (count / SAMPLE).max(1),
        _ => 1,
    };
    let sql = "SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM customer
        WHERE company_id = $1) s WHERE place % $2 = 0 LIMIT 2000";
    let ids = raw.rows(sql, &[(&seeded.company).into(), step.into()])?;
    let path = |row: &Vec<Value>| match row.first() {
        Some(Value::Text(id)) => {
            Some(format!("/api/v1/companies/{}/customers/{id}", seeded.company))
        }
        _ => None,
    };
    Ok(ids.iter().filter_map(path).collect())
}
