//! What a server costs that has nothing to do: companies that wait for their instant, and companies
//! whose own clock stands far behind.

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use crate::arguments::Plan;
use crate::compare::side::Side;
use crate::http::Server;
use crate::outcome::{Outcome, broken};
use crate::place::Place;
use crate::programs;
use crate::raw::Raw;
use crate::report::Table;

const COMPANIES: usize = 100_000;
/// How long nothing is done.
const REST: Duration = Duration::from_secs(60);
/// The kernel counts in hundredths of a second.
const TICKS: f64 = 100.0;

pub fn run(plan: &Plan) -> Outcome<Table> {
    let mut rows = Vec::new();
    for place in &plan.places {
        let alone = measure(place, 0)?;
        let idle = measure(place, COMPANIES)?;
        rows.push(vec![place.engine().to_owned(), share(alone), share(idle)]);
    }
    Ok(Table {
        note: format!(
            "The share of a core that `serve` takes over {} s without a request: with one company, \
             and beside {COMPANIES} others with a billed customer each. Half of these wait for an \
             instant years ahead; the other half have a clock of their own that stands years \
             behind what is due.",
            REST.as_secs()
        ),
        header: vec!["engine", "one company", "100,001 companies"],
        rows,
    })
}

fn share(cores: f64) -> String {
    format!("{:.2} %", cores * 100.0)
}

/// The cores that a server takes beside so many companies.
fn measure(place: &Place, companies: usize) -> Outcome<f64> {
    let database = place.fresh("idle")?;
    let side = Side { name: "idle", program: programs::path("perennial")? };
    let first = side.company(&database.url)?;
    if companies > 0 {
        fill(&database.url, first.company.as_str(), companies)?;
    }
    let server = Server::ours(&database.url)?;
    // What a start does is not what idling does.
    sleep(Duration::from_secs(5));
    let before = ticks(server.pid())?;
    sleep(REST);
    Ok((ticks(server.pid())? - before) / TICKS / REST.as_secs_f64())
}

/// Companies as the first is, each with a customer that is billed.
fn fill(url: &str, first: &str, count: usize) -> Outcome<()> {
    let numbers = match url.starts_with("sqlite:") {
        true => "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})",
        false => "WITH n(i) AS (SELECT generate_series(1, {count}))",
    };
    let numbers = numbers.replace("{count}", &count.to_string());
    let id = "'cmp_' || substr('000000000000000000000000000' || n.i, -27)";
    let id = match url.starts_with("sqlite:") {
        true => id.to_owned(),
        false => "'cmp_' || lpad(n.i::text, 27, '0')".to_owned(),
    };
    let mut raw = Raw::write(url)?;
    let columns = "slug, is_dev, demo, clock_now, created_at, updated_at, doc, version";
    raw.script(&format!(
        "{numbers} INSERT INTO company (company_id, {columns})
        SELECT {id}, 'idle-' || n.i, 1, 0, CASE WHEN n.i % 2 = 0 THEN 1000000 END,
            c.created_at, c.updated_at, replace(c.doc, '{first}', {id}), 1
        FROM n, company c WHERE c.company_id = '{first}'"
    ))?;
    raw.script(
        "INSERT INTO billed_customer (company_id, customer_id, due_at, since, version, real_time)
        SELECT company_id, 'cus_' || company_id,
            CASE WHEN clock_now IS NULL THEN 4000000000000000 ELSE 2000000 END, 0, 0,
            CASE WHEN clock_now IS NULL THEN 1 ELSE 0 END
        FROM company WHERE slug LIKE 'idle-%'",
    )
}

/// What a process has used of the processor, in ticks.
fn ticks(pid: u32) -> Outcome<f64> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // The second field may have spaces; it ends with a bracket.
    let (_, rest) = text.rsplit_once(')').ok_or_else(|| broken("no process"))?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let tick = |at: usize| fields.get(at).and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0);
    Ok(tick(11) + tick(12))
}
