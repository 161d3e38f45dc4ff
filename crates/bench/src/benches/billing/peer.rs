//! The peer of a billing run: one that is written in SQL over whole sets, for PostgreSQL. It keeps
//! no facts, explains nothing, and has tables of its own, made for this alone.

use std::collections::BTreeMap;

use records::CompanyId;
use store::Value;

use crate::clock::timed;
use crate::outcome::{Outcome, broken};
use crate::place::{Copy, Place, Seeded};
use crate::raw::Raw;

const TABLES: &str = include_str!("peer.sql");
const ROWS: &str = include_str!("peer_rows.sql");
/// An expert's two ways to write it; the better one counts.
pub const WAYS: [(&str, &str); 2] = [
    ("staged", include_str!("peer_staged.sql")),
    ("one statement", include_str!("peer_single.sql")),
];

pub struct Peer<'a> {
    place: &'a Place,
    /// Filled, and copied for every run.
    template: Copy,
}

impl Peer<'_> {
    /// With the same subscriptions; those that `lived` were changed.
    pub fn new(place: &Place, rows: usize, lived: bool) -> Outcome<Peer<'_>> {
        let template = place.fresh(if lived { "peer_lived" } else { "peer" })?;
        let mut raw = Raw::write(&template.url)?;
        raw.script(TABLES)?;
        let filled = ROWS.replace("{rows}", &rows.to_string());
        for statement in filled.replace("{lived}", &lived.to_string()).split(';') {
            raw.script(statement)?;
        }
        Ok(Peer { place, template })
    }

    /// Bills everything in one of the ways: how long it took, and what each subscription owes.
    pub fn bill(&self, way: &str) -> Outcome<(f64, BTreeMap<String, i64>)> {
        let of = Seeded {
            url: self.template.url.clone(),
            company: CompanyId::default(),
            token: String::new(),
        };
        let copy = self.place.copy(&of, "peer_run")?;
        let mut raw = Raw::write(&copy.url)?;
        let (time, done) = timed(|| raw.script(way));
        done?;
        let sql = "SELECT s.identifier, i.total FROM invoice i
            JOIN subscription s ON s.id = i.subscription_id
            WHERE i.billing_date = '2026-04-01 00:00Z'";
        Ok((time.as_secs_f64(), totals(&raw.rows(sql, &[])?)?))
    }
}

/// What each subscription owes for the month, ours.
pub fn ours(raw: &mut Raw) -> Outcome<BTreeMap<String, i64>> {
    let sql = "SELECT s.identifier, i.total FROM invoice i
        JOIN subscription s ON s.company_id = i.company_id AND s.id = i.subscription_id
        WHERE i.billing_date = $1";
    totals(&raw.rows(sql, &[crate::seed::deal::due().into()])?)
}

fn totals(rows: &[Vec<Value>]) -> Outcome<BTreeMap<String, i64>> {
    let mut all = BTreeMap::new();
    for row in rows {
        match row.as_slice() {
            [Value::Text(name), Value::Int(total)] => all.insert(name.clone(), *total),
            other => return Err(broken(format!("an invoice with {other:?}"))),
        };
    }
    Ok(all)
}
