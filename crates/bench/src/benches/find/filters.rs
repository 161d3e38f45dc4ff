//! First pages of every case: ours at full size, the plain statement, and ours at 10,000 rows.

use super::cases::Case;
use super::noun::Noun;
use super::plain::{self, Plain};
use super::subject::{Subject, body, ids, p50};
use serde_json::Value as Json;

use crate::arguments::Plan;
use crate::measure::Series;
use crate::outcome::{Outcome, broken};
use crate::place::Place;
use crate::report::{Table, verdict};

const LIMIT: i64 = 20;
const SMALL: usize = 10_000;

pub fn run(plan: &Plan, noun: &'static Noun) -> Outcome<Table> {
    let mut rows = Vec::new();
    for place in &plan.places {
        rows.extend(measure(plan, place, noun)?);
    }
    Ok(Table {
        note: format!(
            "First pages of {LIMIT} at {} {}, in process, p50. The limit is the statement \
             that an expert would write for this very search, prepared, in a plain loop over one \
             connection; ours also reads the company and chooses the statement. The whole answer \
             has everything that the records refer to. A value that is rare is so by number, the \
             same at both sizes.",
            plan.rows, noun.name
        ),
        header: vec![
            "engine",
            "search",
            "rows",
            "ours",
            "plain",
            "ours ÷ plain",
            "at 10 k",
            "÷ 10 k",
            "bar",
            "whole answer",
        ],
        rows,
    })
}

/// One side: the engine and the cases of its database.
struct Side {
    subject: Subject,
    plain: Plain,
    cases: Vec<Case>,
}

impl Side {
    fn open(place: &Place, rows: usize, noun: &'static Noun) -> Outcome<Side> {
        let seeded = place.with(noun.seed, rows)?;
        let mut plain = Plain::open(&seeded, noun)?;
        let cases = (noun.cases)(plain.raw(), &seeded.company, rows)?;
        Ok(Side { subject: Subject::open(&seeded, noun)?, plain, cases })
    }

    fn bodies(&self, case: usize) -> Vec<Json> {
        let case = &self.cases[case];
        case.variants.iter().map(|one| body(&one.query, case.sort, LIMIT, None)).collect()
    }

    fn ours(&self, case: usize) -> Outcome<f64> {
        let bodies = self.bodies(case);
        p50(|round| self.subject.find(&bodies[round % bodies.len()]).map(drop))
    }

    fn answer(&self, case: usize) -> Outcome<f64> {
        let bodies = self.bodies(case);
        p50(|round| self.subject.answer(&bodies[round % bodies.len()]).map(drop))
    }

    fn plain(&mut self, case: usize) -> Outcome<f64> {
        let case = &self.cases[case];
        p50(|round| self.plain.find(case, round, LIMIT).map(drop))
    }

    /// Every variant once: both must find the same. Answers how many rows a page has.
    fn check(&mut self, case: usize) -> Outcome<usize> {
        let case = &self.cases[case];
        let mut most = 0;
        for (round, variant) in case.variants.iter().enumerate() {
            let page = self.subject.find(&body(&variant.query, case.sort, LIMIT, None))?;
            let mut expected = plain::ids(&self.plain.find(case, round, LIMIT)?);
            expected.truncate(usize::try_from(LIMIT).unwrap_or(0));
            if ids(&page)? != expected {
                let [one, other] = [page.results.len(), expected.len()];
                let name = case.name;
                return Err(broken(format!("{name}: {one} found, {other} expected")));
            }
            most = most.max(expected.len());
        }
        Ok(most)
    }
}

fn measure(plan: &Plan, place: &Place, noun: &'static Noun) -> Outcome<Vec<Vec<String>>> {
    let mut large = Side::open(place, plan.rows, noun)?;
    let mut small = Side::open(place, SMALL, noun)?;
    let mut table = Vec::new();
    for case in 0..large.cases.len() {
        let found = large.check(case)?;
        small.check(case)?;
        let [mut ours, mut limit, mut less, mut whole] = [const { Series::new() }; 4];
        for _ in 0..plan.rounds {
            ours.add(large.ours(case)?);
            limit.add(large.plain(case)?);
            less.add(small.ours(case)?);
            whole.add(large.answer(case)?);
        }
        let [ratio, growth] = [ours.over(&limit), ours.over(&less)];
        let met = ratio.median() <= 2.0 && growth.median() <= 1.5;
        table.push(vec![
            place.engine().to_owned(),
            large.cases[case].name.to_owned(),
            found.to_string(),
            ours.time(),
            limit.time(),
            ratio.ratio(),
            less.time(),
            growth.ratio(),
            // What matches nothing, or next to nothing, is told and not barred.
            if found == 0 { String::new() } else { verdict(met, "≤ 2, ≤ 1.5") },
            whole.time(),
        ]);
        eprintln!("  {}", table.last().map(|row| row.join(" | ")).unwrap_or_default());
    }
    large.subject.close();
    small.subject.close();
    Ok(table)
}
