//! A few searches over HTTP, against a bare handler that answers the same page from memory.

use std::sync::Arc;

use super::cases::{Case, Maker};
use super::subject::body;
use crate::arguments::Plan;
use crate::http::{self, Canned, Server, Work};
use crate::outcome::{Outcome, broken};
use crate::place::{Place, Seeded};
use crate::raw::Raw;
use crate::report::Table;

const NAMES: &[&str] =
    &["no filter, createdAtDesc", "identifier", "owner_id", "tags, rare", "search, 25 names"];
const CONNECTIONS: usize = 16;
const REQUESTS: usize = 400;

pub fn run(plan: &Plan) -> Outcome<Table> {
    let mut rows = Vec::new();
    for place in &plan.places {
        let seeded = place.seeded(plan.rows)?;
        rows.extend(measure(plan, place, &seeded)?);
    }
    Ok(Table {
        note: format!(
            "Searches over HTTP by {CONNECTIONS} connections, pages of 20 at {} customers. The \
             bare handler answers the same page from memory; no bar.",
            plan.rows
        ),
        header: ["engine", "search", "bytes"].into_iter().chain(http::HEADER).collect(),
        rows,
    })
}

fn measure(plan: &Plan, place: &Place, seeded: &Seeded) -> Outcome<Vec<Vec<String>>> {
    let cases = Maker::new(&mut Raw::read(&seeded.url)?, &seeded.company, plan.rows)?.all();
    let ours = Server::ours(&seeded.url)?;
    let mut table = Vec::new();
    for case in cases.iter().filter(|case| NAMES.contains(&case.name)) {
        let request = request(seeded, case);
        let answer = http::ask(ours.address, std::slice::from_ref(&request), 200)?;
        let answer = answer.into_iter().next().ok_or_else(|| broken("no answer"))?;
        let bytes = answer.len();
        let canned = Canned { status: 200, answers: vec![(path(seeded), answer)] };
        let bare = Server::bare(&canned)?;
        let work = Work {
            ours: ours.address,
            bare: bare.address,
            requests: Arc::new(vec![request; REQUESTS]),
            connections: CONNECTIONS,
        };
        let compared = http::compare(&work, plan.rounds)?;
        let start = [place.engine().to_owned(), case.name.to_owned(), bytes.to_string()];
        table.push(start.into_iter().chain(compared.cells()).collect());
    }
    Ok(table)
}

fn path(seeded: &Seeded) -> String {
    format!("/api/v1/companies/{}/customers/find", seeded.company)
}

fn request(seeded: &Seeded, case: &Case) -> Vec<u8> {
    let body = body(&case.variants[0].query, case.sort, 20, None).to_string();
    http::request("POST", &path(seeded), &seeded.token, "", &body)
}
