//! What units of a price list come to: the lines of one full period, or of a part of one, as
//! billing makes them. Each line is rounded once; what is missing to a minimum is another line.

use billing::pricing::{Charge, ChargeError, ChargeType, Demand, Kind, shortfall};
use calendar::Share;
use money::{Amount, Currency, Ratio};
use records::catalog::estimate::{BreakdownRow, Estimate};

use super::trial::{PriceList, Trial};
use crate::Refusal;

/// Charges each component, and what is missing to the minimums.
pub fn try_out(list: &PriceList, units: &Ratio) -> Result<Estimate, Refusal> {
    estimated(list, units)
        .map_err(|error| Refusal::invalid("/units", "not_chargeable", error.to_string()))
}

fn estimated(list: &PriceList, units: &Ratio) -> Result<Estimate, ChargeError> {
    let currency = list.currency;
    let mut total = Total::new(currency);
    let mut counted = Ratio::ZERO;
    let (mut breakdown, mut minimums) = (Vec::new(), Vec::new());
    let missing = |minimum: &Ratio, share, spent: &Ratio| {
        // What is rounded to nothing is no line.
        let missing = shortfall(currency, minimum, share, spent)?;
        Ok::<_, ChargeError>(Some(missing).filter(|missing| missing.amount.is_positive()))
    };
    for trial in &list.trials {
        let billed = Billed::new(trial, units)?;
        let spent = billed.advance.checked_add(billed.arrears)?;
        total.add(&billed.charge.exact, spent)?;
        breakdown.extend(rows(&billed.charge, |label| named(list, trial, label)));
        let mut arrears = billed.arrears.major();
        if let Some(minimum) = &trial.minimum
            && let Some(line) = missing(minimum, trial.share, &spent.major())?
        {
            arrears += &line.amount.major();
            minimums.push(line);
        }
        counted += &(billed.advance.major() * trial.counted.ratio());
        // A longer period is not over when that of the minimum is.
        if trial.counted == Share::FULL {
            counted += &arrears;
        }
    }
    if let Some(minimum) = list.minimum {
        minimums.extend(missing(&minimum.major(), list.minimum_share, &counted)?);
    }
    for missing in &minimums {
        total.add(&missing.exact, missing.amount)?;
        breakdown.push(row("minimum spend", &missing.exact));
    }
    Ok(Estimate { amount: total.sum, exact: total.exact.to_string(), breakdown })
}

/// Lines, exact and rounded one by one.
struct Total {
    exact: Ratio,
    sum: Amount,
}

impl Total {
    fn new(currency: Currency) -> Total {
        Total { exact: Ratio::ZERO, sum: Amount::zero(currency) }
    }

    fn add(&mut self, exact: &Ratio, line: Amount) -> Result<(), ChargeError> {
        self.exact += exact;
        self.sum = self.sum.checked_add(line)?;
        Ok(())
    }
}

/// What is billed of a component: when its period begins, and when it is over.
struct Billed {
    charge: Charge,
    advance: Amount,
    arrears: Amount,
}

impl Billed {
    fn new(trial: &Trial, units: &Ratio) -> Result<Billed, ChargeError> {
        let charge = |units: &Ratio| {
            let demand = Demand::new(units.clone(), trial.kind).for_share(trial.share);
            trial.pricing.charge(&Demand { period: trial.period, ..demand })
        };
        let whole = charge(units)?;
        let nothing = Amount::zero(whole.currency);
        Ok(match (trial.pricing.charge_type(trial.kind), trial.kind) {
            (ChargeType::PostOnly, _) => {
                Billed { advance: nothing, arrears: whole.rounded()?, charge: whole }
            }
            (ChargeType::PrePost, Kind::Licence) => {
                Billed { advance: whole.rounded()?, arrears: nothing, charge: whole }
            }
            (ChargeType::PrePost, Kind::Usage) => {
                let known = charge(&Ratio::ZERO)?;
                let advance = known.rounded()?;
                let (_, arrears) = whole.beyond(Some(advance))?;
                // An advance is not given back where the units that were used cost less.
                let charge = if whole.rounded()?.minor < advance.minor { known } else { whole };
                Billed { charge, advance, arrears }
            }
        })
    }
}

fn named(list: &PriceList, trial: &Trial, label: &str) -> String {
    match list.trials.len() {
        1 => label.to_owned(),
        _ => format!("{}: {label}", trial.label),
    }
}

fn rows(charge: &Charge, named: impl Fn(&str) -> String) -> Vec<BreakdownRow> {
    let row = |row: &billing::pricing::Row| BreakdownRow {
        label: named(&row.label),
        units: row.units.to_string(),
        unit_price: row.unit_price.to_string(),
        amount: row.amount.to_string(),
    };
    let mut rows: Vec<BreakdownRow> = charge.rows.iter().map(row).collect();
    if charge.share != Share::FULL {
        let sum = charge.rows.iter().map(|row| &row.amount).sum();
        rows.push(shared(named, charge.share, &sum));
    }
    rows
}

fn row(label: &str, amount: &Ratio) -> BreakdownRow {
    let amount = amount.to_string();
    BreakdownRow {
        label: label.to_owned(),
        units: "1".to_owned(),
        unit_price: amount.clone(),
        amount,
    }
}

/// What a part of a period takes off again, so that the rows add up to the charge.
fn shared(named: impl Fn(&str) -> String, share: Share, sum: &Ratio) -> BreakdownRow {
    let rest = share.ratio() - Ratio::ONE;
    let part = format!("only {}/{} of the period", share.numerator(), share.denominator());
    BreakdownRow {
        label: named(&part),
        units: rest.to_string(),
        unit_price: sum.to_string(),
        amount: (rest * sum).to_string(),
    }
}
