//! Tax: per rate, the nets of all lines it applies to are added, multiplied and rounded once; what
//! each line shows of it is spread by largest remainder. Rates do not compound.

use money::{Amount, AmountError, Currency, Ratio, apportion};

use crate::invoice::totals::error::InvoiceError;
use crate::invoice::totals::line::Line;

/// What one rate comes to, for one group of lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaxUse {
    /// The place of the rate in the list given.
    pub rate: usize,
    pub group: usize,
    /// The net it was taken of.
    pub base: Amount,
    pub amount: Amount,
    /// What each line shows of it.
    pub parts: Vec<i64>,
}

/// Taxes the nets of the lines, whose rates name places in `rates`.
pub fn tax(
    currency: Currency,
    lines: &[Line],
    nets: &[i64],
    rates: &[Ratio],
) -> Result<Vec<TaxUse>, InvoiceError> {
    if let Some(place) = lines.iter().position(|line| line.rates.iter().any(|r| *r >= rates.len()))
    {
        return Err(InvoiceError::UnknownRate(place));
    }
    let mut groups: Vec<usize> = lines.iter().map(|line| line.group).collect();
    groups.sort_unstable();
    groups.dedup();
    let mut uses = Vec::new();
    for group in groups {
        for (rate, factor) in rates.iter().enumerate() {
            let taxed = |line: &Line| line.group == group && line.rates.contains(&rate);
            if !lines.iter().any(taxed) {
                continue;
            }
            let bases: Vec<i64> = lines
                .iter()
                .zip(nets)
                .map(|(line, net)| if taxed(line) { *net } else { 0 })
                .collect();
            let parts = parts(lines, &bases, (rate, factor))?;
            let sum = |parts: &[i64]| {
                Amount::sum(currency, parts.iter().map(|part| Amount::new(currency, *part)))
            };
            uses.push(TaxUse { rate, group, base: sum(&bases)?, amount: sum(&parts)?, parts });
        }
    }
    Ok(uses)
}

/// The tax of each line by one rate: agreed, or computed of all others together, and no more than
/// was billed where it comes back.
fn parts(
    lines: &[Line],
    bases: &[i64],
    (rate, factor): (usize, &Ratio),
) -> Result<Vec<i64>, InvoiceError> {
    let of = |all: &[(usize, i64)]| {
        all.iter().find(|(number, _)| *number == rate).map(|(_, known)| *known)
    };
    let exact: Vec<Ratio> = lines
        .iter()
        .zip(bases)
        .map(|(line, net)| match of(&line.agreed_tax) {
            Some(_) => Ratio::ZERO,
            None => Ratio::from(*net) * factor,
        })
        .collect();
    let mut parts = apportion(&exact)?;
    for (line, part) in lines.iter().zip(&mut parts) {
        if let Some(agreed) = of(&line.agreed_tax) {
            *part = agreed;
        } else if let Some(most) = of(&line.most_tax) {
            let back = most.checked_neg().ok_or(AmountError::Overflow)?;
            *part = (*part).clamp(back.min(0), back.max(0));
        }
    }
    Ok(parts)
}
