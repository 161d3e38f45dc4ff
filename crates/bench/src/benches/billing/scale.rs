//! What an invoice costs when more and more are due at once, and how much memory that takes.

use crate::arguments::Plan;
use crate::measure::Series;
use crate::outcome::{Outcome, broken};
use crate::place::{Place, Seed, Seeded};
use crate::report::{Table, verdict};
use crate::seed::deal::due;
use crate::worker;

const SIZES: [usize; 4] = [1_000, 10_000, 100_000, 1_000_000];
const MOST_KIB: u64 = 256 * 1024;

pub fn run(plan: &Plan) -> Outcome<Table> {
    let mut rows = Vec::new();
    for place in &plan.places {
        rows.extend(measure(plan, place)?);
    }
    Ok(Table {
        note: "The same run with more and more subscriptions: time per invoice, against that of \
               the smallest run in the same round (of which ten make one measurement), and the \
               most memory that the process held at once, pages of files aside."
            .to_owned(),
        header: vec!["engine", "due", "per invoice", "÷ 1,000", "bar", "peak memory", "bar"],
        rows,
    })
}

fn measure(plan: &Plan, place: &Place) -> Outcome<Vec<Vec<String>>> {
    let sizes: Vec<usize> = SIZES.into_iter().filter(|size| *size <= plan.rows).collect();
    let seeds = sizes.iter().map(|size| place.with(Seed::Due, *size));
    let seeds = seeds.collect::<Outcome<Vec<Seeded>>>()?;
    let mut all: Vec<(Series, u64)> = sizes.iter().map(|_| (Series::new(), 0)).collect();
    for _ in 0..plan.rounds {
        for ((size, seeded), (costs, peak)) in sizes.iter().zip(&seeds).zip(&mut all) {
            // One short run says little: the mean of several is told.
            let (times, mut seconds) = ((SIZES[1] / size).max(1), 0.0);
            for _ in 0..times {
                let copy = place.copy(seeded, "scaled")?;
                let billed = worker::bill(&copy.url, due())?;
                if billed.customers != *size {
                    return Err(broken(format!("{} customers, not {size}", billed.customers)));
                }
                seconds += billed.seconds;
                let cost = billed.seconds / *size as f64;
                eprintln!("  {} {size}: {:.0} µs an invoice", place.engine(), cost * 1e6);
                *peak = (*peak).max(billed.peak);
            }
            costs.add(seconds / (times * size) as f64);
        }
    }
    let first = all.first().map(|(costs, _)| costs.clone()).unwrap_or_else(Series::new);
    let row = |(size, (costs, peak)): (&usize, &(Series, u64))| {
        let ratio = costs.over(&first);
        vec![
            place.engine().to_owned(),
            size.to_string(),
            costs.time(),
            ratio.ratio(),
            verdict(ratio.median() <= 1.3, "≤ 1.3"),
            format!("{} MiB", peak / 1024),
            verdict(*peak <= MOST_KIB, "≤ 256 MiB"),
        ]
    };
    Ok(sizes.iter().zip(&all).map(row).collect())
}
