//! `perennial price`: what a price list charges, before it is put anywhere.

use engine::catalog::pricings::{PriceList, try_out};
use engine::{Failure, parse_quantity};
use money::Amount;
use records::Object;
use records::catalog::estimate::BreakdownRow;

use crate::arguments::PriceOptions;
use crate::exit::Ended;

/// Prints a table for each number of units; faults of the list are printed and exit 1.
pub fn run(options: &PriceOptions) -> Result<(), Ended> {
    let path = options.file.display();
    let text = std::fs::read_to_string(&options.file)
        .map_err(|error| Ended::Failed(format!("cannot read {path}: {error}")))?;
    let body: Object = serde_json::from_str(&text)
        .map_err(|error| Ended::Failed(format!("{path} is not a JSON object: {error}")))?;
    let list = match PriceList::read(&body) {
        Ok(list) => list,
        Err(faults) => {
            for fault in faults {
                println!("{}: {} ({})", fault.pointer, fault.detail, fault.code);
            }
            return Err(Ended::FoundWrong);
        }
    };
    for units in &options.units {
        let quantity = parse_quantity(units).map_err(Ended::Failed)?;
        match try_out(&list, &quantity) {
            Ok(estimate) => {
                print(units, estimate.amount, &estimate.breakdown);
            }
            Err(refusal) => return Err(Failure::from(refusal).into()),
        }
    }
    Ok(())
}

fn print(units: &str, total: Amount, rows: &[BreakdownRow]) {
    println!("{units} units: {total}");
    let wide = |get: fn(&BreakdownRow) -> &String| {
        rows.iter().map(|row| get(row).chars().count()).max().unwrap_or(0)
    };
    let (label, count, price, sum) = (
        wide(|row| &row.label),
        wide(|row| &row.units),
        wide(|row| &row.unit_price),
        wide(|row| &row.amount),
    );
    for BreakdownRow { label: l, units: u, unit_price: p, amount: a } in rows {
        println!("    {l:label$}  {u:>count$} × {p:>price$} = {a:>sum$}");
    }
}
