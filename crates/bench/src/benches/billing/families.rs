//! Bills the same subscriptions alone and in families: what a rollup costs.

use crate::arguments::Plan;
use crate::measure::Series;
use crate::outcome::{Outcome, broken};
use crate::place::{Place, Seed, Seeded};
use crate::raw::Raw;
use crate::report::{Table, verdict};
use crate::seed::deal::{FAMILY, due};
use crate::worker;
use store::Value;

/// In families it may take so much more time.
const BAR: f64 = 1.3;

pub fn run(plan: &Plan) -> Outcome<Table> {
    let mut rows = Vec::new();
    for place in &plan.places {
        rows.push(measure(plan, place)?);
    }
    Ok(Table {
        note: format!(
            "The {} subscriptions of the billing run, each billed to its own customer, and the \
             same in families of {FAMILY} whose parent collects them: each family gets one invoice \
             with the lines of all, each child's with its own taxes, discounts and credits. Both \
             come to the same sum.",
            plan.due
        ),
        header: vec![
            "engine",
            "alone /s",
            "in families /s",
            "time in families ÷ alone",
            "bar",
            "peak memory",
        ],
        rows,
    })
}

fn measure(plan: &Plan, place: &Place) -> Outcome<Vec<String>> {
    let sides = [place.with(Seed::Due, plan.due)?, place.with(Seed::Families, plan.due)?];
    let payers = [plan.due, plan.due.div_ceil(FAMILY)];
    let (mut rates, mut peak) = ([const { Series::new() }; 2], 0);
    for round in 0..plan.rounds {
        let mut sums = Vec::new();
        for ((seeded, payers), series) in sides.iter().zip(payers).zip(&mut rates) {
            let (seconds, held, sum) = bill(place, seeded, payers)?;
            series.add(plan.due as f64 / seconds);
            peak = peak.max(held);
            sums.push(sum);
            let rate = plan.due as f64 / seconds;
            eprintln!("  {} round {}: {rate:.0} /s to {payers}", place.engine(), round + 1);
        }
        if sums.first() != sums.last() {
            return Err(broken(format!("alone and in families are billed differently: {sums:?}")));
        }
    }
    let [alone, families] = &rates;
    let cost = alone.over(families);
    Ok(vec![
        place.engine().to_owned(),
        alone.rate(),
        families.rate(),
        cost.ratio(),
        verdict(cost.median() <= BAR, "≤ 1.3"),
        format!("{} MiB", peak / 1024),
    ])
}

/// Seconds, memory, and the sum of all invoices.
fn bill(place: &Place, seeded: &Seeded, payers: usize) -> Outcome<(f64, u64, Value)> {
    let copy = place.copy(seeded, "family")?;
    let billed = worker::bill(&copy.url, due())?;
    if billed.customers != payers {
        return Err(broken(format!("{} customers, not {payers}", billed.customers)));
    }
    let mut raw = Raw::read(&copy.url)?;
    let sum = raw.rows("SELECT CAST(sum(total) AS BIGINT) FROM invoice", &[])?;
    let sum = sum.into_iter().next().and_then(|row| row.into_iter().next());
    Ok((billed.seconds, billed.peak, sum.ok_or_else(|| broken("there are no invoices"))?))
}
