//! A tax: the nets of all lines that it is for, added, multiplied and rounded once.

use money::{Amount, AmountError, Ratio};

use crate::explain::explanation::{Of, Part};
use crate::explain::pen::{Pen, percent};
use crate::explain::step::Figure;
use crate::invoice::{Derivation, TaxDetail};

pub(crate) fn part(pen: &Pen, detail: &TaxDetail) -> Result<Part, AmountError> {
    let mut steps = Vec::new();
    let mut nets = Vec::new();
    for (place, _) in &detail.parts {
        if let Some(line) = pen.invoice.lines.get(*place) {
            nets.push((*place, line.net()?.major()));
        }
    }
    nets.retain(|(_, net)| !net.is_zero());
    let base = match detail.parts.is_empty() {
        true => detail.base.major(),
        false => pen.added("Of what is left after discounts", &nets, &mut steps),
    };
    let (agreed, agreed_net) = agreed(pen, detail)?;
    let mut base = base;
    if !agreed_net.is_zero() {
        let terms = vec![Figure::money(base), Figure::money(-agreed_net)];
        let step = pen.sum("Without lines whose tax was agreed", terms);
        base = step.result();
        steps.push(step);
    }
    let product = pen.product("", vec![Figure::money(base), Figure::percent(detail.rate.clone())]);
    let exact = product.result();
    steps.push(product);
    let mut value = exact.clone();
    if let Some(step) = pen.rounded(&value) {
        value = step.result();
        steps.push(step);
    }
    if !agreed.is_zero() {
        let terms = vec![Figure::money(value), Figure::money(agreed)];
        let step = pen.sum("With the tax that was agreed", terms);
        value = step.result();
        steps.push(step);
    }
    let over = detail.amount.major() - &value;
    if !over.is_zero() {
        let terms = vec![Figure::money(value), Figure::money(over)];
        steps.push(pen.sum("No more comes back of a line than it was taxed", terms));
    }
    let spread = pen.spread(&detail.parts);
    steps.extend(pen.spread_words(&spread));
    Ok(Part {
        of: Of::Tax,
        title: format!("{} {}", detail.name, percent(&detail.rate)),
        period: None,
        exact,
        amount: detail.amount,
        steps,
        spread,
    })
}

/// Tax that was agreed on with what comes back, and the net that it is of.
fn agreed(pen: &Pen, detail: &TaxDetail) -> Result<(Ratio, Ratio), AmountError> {
    let (mut tax, mut net) = (Ratio::ZERO, Ratio::ZERO);
    for (place, minor) in &detail.parts {
        let Some(line) = pen.invoice.lines.get(*place) else { continue };
        if let Derivation::ProrationCredit(back) = &line.derivation
            && back.agreed
        {
            tax += &Amount::new(pen.currency, *minor).major();
            net += &line.net()?.major();
        }
    }
    Ok((tax, net))
}
