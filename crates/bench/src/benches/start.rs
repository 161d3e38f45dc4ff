//! From the start of a process to its first answer, on a database full of customers.

use std::process::{Command, Stdio};

use crate::arguments::Plan;
use crate::http::{self, Server};
use crate::measure::Series;
use crate::outcome::Outcome;
use crate::place::Seeded;
use crate::report::{Table, verdict};
use crate::{clock, programs};

const BAR: f64 = 0.050;

pub fn run(plan: &Plan) -> Outcome<Table> {
    let mut rows = Vec::new();
    for place in &plan.places {
        let seeded = place.seeded(plan.rows)?;
        let [mut ours, mut empty, mut more] = [const { Series::new() }; 3];
        for _ in 0..plan.rounds {
            let (one, other) = (first_answer(&seeded)?, nothing()?);
            ours.add(one);
            empty.add(other);
            more.add(one - other);
        }
        rows.push(vec![
            place.engine().to_owned(),
            ours.time(),
            empty.time(),
            more.time(),
            verdict(more.median() <= BAR, "≤ 50 ms more"),
        ]);
    }
    Ok(Table {
        note: format!(
            "From spawning the process to its first answer, a page of a search, on a database \
             of {} customers. The limit is a program that does nothing.",
            plan.rows
        ),
        header: vec!["engine", "ours", "empty program", "difference", "bar"],
        rows,
    })
}

fn first_answer(seeded: &Seeded) -> Outcome<f64> {
    let path = format!("/api/v1/companies/{}/customers/find", seeded.company);
    let body = r#"{"pagination":{"limit":1}}"#;
    let request = http::request("POST", &path, &seeded.token, "", body);
    let start = clock::now();
    let server = Server::ours(&seeded.url)?;
    http::ask(server.address, &[request], 200)?;
    Ok(start.elapsed().as_secs_f64())
}

fn nothing() -> Outcome<f64> {
    let path = programs::path("bench-empty")?;
    let start = clock::now();
    Command::new(path).stdin(Stdio::null()).stdout(Stdio::null()).status()?;
    Ok(start.elapsed().as_secs_f64())
}
