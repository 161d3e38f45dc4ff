//! The dearest requests that the bounds allow: how long each takes, and how long somebody of
//! another company waits meanwhile for a small write.

mod cases;
mod catalog;
mod crowds;
mod pasts;
mod prices;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use cases::CASES;

use crate::arguments::Plan;
use crate::clock;
use crate::compare::caller::Caller;
use crate::compare::side::Side;
use crate::http::{self, Asked, Server};
use crate::measure::Series;
use crate::outcome::{Outcome, broken};
use crate::place::Place;
use crate::programs;
use crate::report::{Table, verdict};

/// How often somebody of another company writes.
const PAUSE: Duration = Duration::from_millis(2);
/// Nobody else waits longer, but for what is listed.
const BAR: f64 = 0.1;

/// A request at its bounds.
pub struct Case {
    pub name: &'static str,
    /// What keeps it from costing more.
    pub bound: &'static str,
    /// Makes what it needs, and answers what makes the request of a round.
    pub prepare: for<'c> fn(&'c Caller<'c>) -> Outcome<Prepared<'c>>,
}

/// The request of a round, and the status that it is answered with.
pub type Prepared<'c> = Box<dyn FnMut(usize) -> Outcome<(Vec<u8>, u16)> + 'c>;

pub fn run(plan: &Plan) -> Outcome<Table> {
    let mut rows = Vec::new();
    for case in CASES.iter().filter(|case| case.name.contains(&plan.only)) {
        let mut cells = vec![case.name.to_owned(), case.bound.to_owned()];
        let mut worst = 0.0_f64;
        for place in &plan.places {
            eprintln!("  {} on {}", case.name, place.engine());
            let (took, waited) = measure(case, place, plan.rounds)?;
            eprintln!("    {} / {}", took.time(), waited.time());
            worst = worst.max(waited.median());
            cells.extend([took.time(), waited.time()]);
        }
        cells.push(verdict(worst <= BAR, "≤ 100 ms"));
        rows.push(cells);
    }
    let mut header = vec!["request", "bound"];
    for place in &plan.places {
        header.extend(match place.engine() {
            "SQLite" => ["SQLite", "others wait"],
            _ => ["PostgreSQL", "others wait"],
        });
    }
    header.push("bar");
    Ok(Table {
        note: format!(
            "Each request is made {} times, on a database of its own, while somebody of another \
             company makes a product every {} ms: how long the request took, and the longest that \
             such a write waited while it ran.",
            plan.rounds,
            PAUSE.as_millis(),
        ),
        header,
        rows,
    })
}

fn measure(case: &Case, place: &Place, rounds: usize) -> Outcome<(Series, Series)> {
    let database = place.fresh("worst")?;
    let side = Side { name: "worst", program: programs::path("perennial")? };
    let (seeded, other) = (side.company(&database.url)?, side.company(&database.url)?);
    let server = Server::ours(&database.url)?;
    let caller = Caller { address: server.address, seeded: &seeded };
    let bystander = Caller { address: server.address, seeded: &other };
    let small = bystander.request("POST", "/products", &json!({ "name": "Small" }));
    let failed = |error| broken(format!("{} on {}: {error}", case.name, place.engine()));
    let mut prepared = (case.prepare)(&caller).map_err(failed)?;
    let [mut took, mut waited] = [const { Series::new() }; 2];
    for round in 0..rounds {
        let (request, expected) = prepared(round).map_err(failed)?;
        let stop = AtomicBool::new(false);
        thread::scope(|scope| -> Outcome<()> {
            let watch = scope.spawn(|| http::until(server.address, (&small, 200), PAUSE, &stop));
            thread::sleep(Duration::from_millis(200));
            let begun = clock::now();
            let done = http::load(server.address, 1, &Arc::new(vec![request]), expected);
            let ended = clock::now();
            thread::sleep(Duration::from_millis(50));
            stop.store(true, Ordering::Relaxed);
            let asked = watch.join().map_err(|_| broken("the bystander is gone"))??;
            done.map_err(failed)?;
            took.add((ended - begun).as_secs_f64());
            waited.add(longest(&asked, begun, ended));
            Ok(())
        })?;
    }
    Ok((took, waited))
}

/// The longest wait of those that waited while something ran.
fn longest(asked: &[Asked], begun: Instant, ended: Instant) -> f64 {
    let beside = asked.iter().filter(|each| each.at <= ended && each.at + each.took >= begun);
    beside.map(|each| each.took.as_secs_f64()).fold(0.0, f64::max)
}
