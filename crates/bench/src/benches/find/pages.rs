//! Deep pages: reached by walking with cursors, against skipping rows by OFFSET.

use super::cases::Case;
use super::noun::Noun;
use super::plain::{self, Plain};
use super::subject::{Subject, body, ids, p50};
use crate::arguments::Plan;
use crate::measure::Series;
use crate::outcome::{Outcome, broken};
use crate::place::Place;
use crate::report::{Table, verdict};

const PAGES: [i64; 3] = [1, 100, 10_000];
/// Which searches are walked, by name, and how many rows a page has.
const WALKS: &[(&str, i64)] = &[
    ("no filter, createdAtDesc", 20),
    ("no filter, createdAtDesc", 100),
    ("no filter, updatedAtAsc", 20),
    ("tags, common", 20),
];

pub fn run(plan: &Plan, noun: &'static Noun) -> Outcome<Table> {
    let mut rows = Vec::new();
    for place in &plan.places {
        rows.extend(measure(plan, place, noun)?);
    }
    Ok(Table {
        note: format!(
            "One page deep in a walk over {} {}, reached by following the cursors, in \
             process, p50. The peer reads the same page by OFFSET.",
            plan.rows, noun.name
        ),
        header: vec![
            "engine",
            "search",
            "limit",
            "page",
            "ours",
            "÷ page 1",
            "OFFSET",
            "ours ÷ OFFSET",
            "bar",
        ],
        rows,
    })
}

fn measure(plan: &Plan, place: &Place, noun: &'static Noun) -> Outcome<Vec<Vec<String>>> {
    let seeded = place.with(noun.seed, plan.rows)?;
    let mut plain = Plain::open(&seeded, noun)?;
    let cases = (noun.cases)(plain.raw(), &seeded.company, plan.rows)?;
    let subject = Subject::open(&seeded, noun)?;
    let mut table = Vec::new();
    for (name, limit) in WALKS {
        let case = cases.iter().find(|case| case.name == *name);
        let case = case.ok_or_else(|| broken(format!("there is no case `{name}`")))?;
        let places = walk(&subject, case, *limit)?;
        for (page, key) in &places {
            let found =
                subject.find(&body(&case.variants[0].query, case.sort, *limit, key.as_deref()))?;
            let mut expected = plain::ids(&plain.skip(case, *limit, (page - 1) * limit)?);
            expected.truncate(usize::try_from(*limit).unwrap_or(0));
            if ids(&found)? != expected {
                return Err(broken(format!("{name}: page {page} differs from OFFSET's")));
            }
        }
        let series = rounds(plan, (&subject, &mut plain), case, (*limit, &places))?;
        table.extend(lines(place, (name, *limit), &places, &series));
    }
    subject.close();
    Ok(table)
}

/// The cursors of the pages, as far as the walk goes.
fn walk(subject: &Subject, case: &Case, limit: i64) -> Outcome<Vec<(i64, Option<String>)>> {
    let mut places = Vec::new();
    let mut key: Option<String> = None;
    for page in 1..=PAGES[2] {
        if PAGES.contains(&page) {
            places.push((page, key.clone()));
        }
        if page == PAGES[2] {
            break;
        }
        let found =
            subject.find(&body(&case.variants[0].query, case.sort, limit, key.as_deref()))?;
        match found.pagination.from_key {
            Some(next) => key = Some(next),
            None => break,
        }
    }
    Ok(places)
}

/// Ours and the peer's, page by page, turn by turn.
fn rounds(
    plan: &Plan,
    (subject, plain): (&Subject, &mut Plain),
    case: &Case,
    (limit, places): (i64, &[(i64, Option<String>)]),
) -> Outcome<Vec<(Series, Series)>> {
    let mut series: Vec<_> = places.iter().map(|_| (Series::new(), Series::new())).collect();
    for _ in 0..plan.rounds {
        for ((page, key), (ours, peer)) in places.iter().zip(&mut series) {
            let body = body(&case.variants[0].query, case.sort, limit, key.as_deref());
            ours.add(p50(|_| subject.find(&body).map(drop))?);
            peer.add(p50(|_| plain.skip(case, limit, (page - 1) * limit).map(drop))?);
        }
    }
    Ok(series)
}

fn lines(
    place: &Place,
    (name, limit): (&str, i64),
    places: &[(i64, Option<String>)],
    series: &[(Series, Series)],
) -> Vec<Vec<String>> {
    let line = |((page, _), (ours, peer)): (&(i64, Option<String>), &(Series, Series))| {
        let depth = ours.over(&series[0].0);
        let bar = match *page {
            1 => String::new(),
            _ => verdict(depth.median() <= 1.2, "≤ 1.2 × page 1"),
        };
        vec![
            place.engine().to_owned(),
            name.to_owned(),
            limit.to_string(),
            page.to_string(),
            ours.time(),
            depth.ratio(),
            peer.time(),
            ours.over(peer).ratio(),
            bar,
        ]
    };
    places.iter().zip(series).map(line).collect()
}
