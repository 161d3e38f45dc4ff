//! Gets customers and subscriptions by id over HTTP, against a handler that has the very same
//! answers in memory.

use std::sync::Arc;

use crate::arguments::Plan;
use crate::http::{self, Canned, Server, Work};
use crate::outcome::{Outcome, broken};
use crate::place::{Place, Seed, Seeded};
use crate::raw::Raw;
use crate::report::Table;
use store::Value;

const CONNECTIONS: &[usize] = &[1, 16, 64];
const SAMPLE: i64 = 2000;
const REQUESTS: usize = 20_000;
const BAR: f64 = 0.5;

pub fn customers(plan: &Plan) -> Outcome<Table> {
    of(plan, ("customer", Seed::Customers))
}

pub fn subscriptions(plan: &Plan) -> Outcome<Table> {
    of(plan, ("subscription", Seed::Standing))
}

/// Whether a customer may use something, asked on the hot path of a product.
pub fn entitlements(plan: &Plan) -> Outcome<Table> {
    let mut rows = Vec::new();
    for place in &plan.places {
        let seeded = place.with(Seed::Entitled, plan.due)?;
        rows.extend(measure(plan, place, &seeded, ("customer", "/entitlements/seats"))?.1);
    }
    Ok(Table {
        note: format!(
            "Whether a customer may use something and how much of it, {} customers with a \
             subscription each; the rest as above.",
            plan.due
        ),
        header: ["engine", "connections"].into_iter().chain(http::HEADER).chain(["bar"]).collect(),
        rows,
    })
}

/// The table of one noun.
fn of(plan: &Plan, (noun, seed): (&str, Seed)) -> Outcome<Table> {
    let mut rows = Vec::new();
    let mut bytes = 0;
    for place in &plan.places {
        let seeded = place.with(seed, plan.rows)?;
        let (size, all) = measure(plan, place, &seeded, (noun, ""))?;
        bytes = size;
        rows.extend(all);
    }
    let whole = match seed {
        Seed::Customers => "",
        _ => ", each with its customer, its pricings and everything below them",
    };
    Ok(Table {
        note: format!(
            "By id over HTTP, {} {noun}s in the database, a sample of {SAMPLE} spread over all of \
             them, about {bytes} bytes each{whole}. The limit is a bare handler that answers the \
             same bytes and headers from memory. Requests a second and times to answer.",
            plan.rows
        ),
        header: ["engine", "connections"].into_iter().chain(http::HEADER).chain(["bar"]).collect(),
        rows,
    })
}

fn measure(
    plan: &Plan,
    place: &Place,
    seeded: &Seeded,
    (noun, below): (&str, &str),
) -> Outcome<(usize, Vec<Vec<String>>)> {
    let paths = sample(seeded, noun)?.into_iter().map(|path| path + below);
    let paths: Vec<String> = paths.collect();
    let request = |path: &String| http::request("GET", path, &seeded.token, "", "");
    let requests: Vec<Vec<u8>> = paths.iter().map(request).collect();
    let ours = Server::ours(&seeded.url)?;
    let bodies = http::ask(ours.address, &requests, 200)?;
    let size = bodies.iter().map(String::len).sum::<usize>() / bodies.len().max(1);
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
    Ok((size, table))
}

/// Ids evenly spread over the whole table, as paths.
fn sample(seeded: &Seeded, noun: &str) -> Outcome<Vec<String>> {
    let mut raw = Raw::read(&seeded.url)?;
    let count = raw.rows(&format!("SELECT count(*) FROM {noun}"), &[])?;
    let step = match count.first().and_then(|row| row.first()) {
        Some(Value::Int(count)) => (count / SAMPLE).max(1),
        _ => 1,
    };
    let sql = format!(
        "SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM {noun}
         WHERE company_id = $1) s WHERE place % $2 = 0 LIMIT 2000"
    );
    let ids = raw.rows(&sql, &[(&seeded.company).into(), step.into()])?;
    let path = |row: &Vec<Value>| match row.first() {
        Some(Value::Text(id)) => Some(format!("/api/v1/companies/{}/{noun}s/{id}", seeded.company)),
        _ => None,
    };
    Ok(ids.iter().filter_map(path).collect())
}
