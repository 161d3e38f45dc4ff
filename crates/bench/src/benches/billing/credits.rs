//! Bills the same subscriptions with a credit for each and without any: what using one costs.

use crate::arguments::Plan;
use crate::measure::Series;
use crate::outcome::{Outcome, broken};
use crate::place::{Place, Seed, Seeded};
use crate::raw::Raw;
use crate::report::{Table, verdict};
use crate::seed::deal::due;
use crate::worker;
use store::Value;

/// With credits it may take so much more time.
const BAR: f64 = 1.5;

/// What credits paid in all.
const PAID: &str = "SELECT CAST(coalesce(sum(amount), 0) AS BIGINT) FROM credit_log
    WHERE action = 'APPLIED'";

pub fn run(plan: &Plan) -> Outcome<Table> {
    let rows: Outcome<Vec<_>> = plan.places.iter().map(|place| measure(plan, place)).collect();
    Ok(Table {
        note: format!(
            "The {} subscriptions of the billing run, where each customer has a credit that its \
             invoice uses, and where nobody has one. A use is a line of the invoice, an entry of \
             the credit's log, a fact, and the credit written again.",
            plan.due
        ),
        header: vec![
            "engine",
            "without /s",
            "with a credit each /s",
            "time with ÷ without",
            "bar",
            "peak memory",
        ],
        rows: rows?,
    })
}

fn measure(plan: &Plan, place: &Place) -> Outcome<Vec<String>> {
    let without = place.with(Seed::Credits(false), plan.due)?;
    let with = place.with(Seed::Credits(true), plan.due)?;
    let (mut rates, mut peak) = ([const { Series::new() }; 2], 0);
    for round in 0..plan.rounds {
        for ((seeded, pays), series) in [(&without, false), (&with, true)].iter().zip(&mut rates) {
            let (seconds, held) = bill(place, seeded, (plan.due, *pays))?;
            series.add(plan.due as f64 / seconds);
            peak = peak.max(held);
            let rate = plan.due as f64 / seconds;
            eprintln!("  {} round {}: {rate:.0} /s, credits {pays}", place.engine(), round + 1);
        }
    }
    let [without, with] = &rates;
    let cost = without.over(with);
    Ok(vec![
        place.engine().to_owned(),
        without.rate(),
        with.rate(),
        cost.ratio(),
        verdict(cost.median() <= BAR, "≤ 1.5"),
        format!("{} MiB", peak / 1024),
    ])
}

/// Seconds and memory; who has a credit has used some of it.
fn bill(place: &Place, seeded: &Seeded, (payers, pays): (usize, bool)) -> Outcome<(f64, u64)> {
    let copy = place.copy(seeded, "credit")?;
    let billed = worker::bill(&copy.url, due())?;
    if billed.customers != payers {
        return Err(broken(format!("{} customers, not {payers}", billed.customers)));
    }
    let paid = Raw::read(&copy.url)?.rows(PAID, &[])?;
    let paid = paid.into_iter().next().and_then(|row| row.into_iter().next());
    match (paid, pays) {
        (Some(Value::Int(1..)), true) | (Some(Value::Int(0)), false) => {
            Ok((billed.seconds, billed.peak))
        }
        (paid, _) => Err(broken(format!("credits paid {paid:?}"))),
    }
}
