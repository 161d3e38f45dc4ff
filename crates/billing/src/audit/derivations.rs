//! Every line is what its stored derivation comes to: rows, share, rounding, and what was missing
//! of a minimum.

use money::{Amount, Ratio};

use crate::audit::finding::Finding;
use crate::invoice::{Derivation, Invoice, Line};
use crate::period::minimum;
use crate::pricing::{Charge, Row, shortfall};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;

pub(crate) fn check(snapshot: &Snapshot) -> Vec<Finding> {
    snapshot.invoices.iter().flat_map(|known| invoice(known)).collect()
}

fn invoice(known: &Invoice) -> Vec<Finding> {
    let numbered = known.lines.iter().enumerate();
    numbered
        .filter_map(|(place, line)| match recompute(known, line) {
            Ok((exact, amount)) if exact == line.exact && amount == line.amount => None,
            Ok((_, amount)) => {
                let (id, place, noted) = (&known.id, place + 1, line.amount);
                Some(format!("invoice {id} line {place} is {noted} and comes to {amount}"))
            }
            Err(error) => Some(format!("invoice {} line {}: {error}", known.id, place + 1)),
        })
        .collect()
}

fn recompute(invoice: &Invoice, line: &Line) -> Result<(Ratio, Amount), Refusal> {
    match &line.derivation {
        Derivation::Charge { charge, less, .. } => {
            let value = |row: &Row| &row.units * &row.unit_price;
            let sum: Ratio = charge.rows.iter().map(value).sum();
            let again = Charge { exact: sum * charge.share.ratio(), ..charge.clone() };
            Ok(again.beyond(*less)?)
        }
        Derivation::Minimum { minimum, pulled, counted, .. } => {
            let spent = pulled + minimum::sum(&invoice.lines, counted)?;
            let missing = shortfall(invoice.currency, minimum, line.share, &spent)?;
            Ok((missing.exact, missing.amount))
        }
        Derivation::ProrationCredit(back) => Ok(back.value()?),
    }
}
