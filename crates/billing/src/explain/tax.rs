//! A tax: the nets of all lines that it is for, added, multiplied and rounded once.

use money::AmountError;

use super::pen::{Pen, percent};
use super::step::Figure;
use super::{Of, Part};
use crate::snapshot::TaxDetail;

pub(super) fn part(pen: &Pen, own: &TaxDetail) -> Result<Part, AmountError> {
    let mut steps = Vec::new();
    let mut nets = Vec::new();
    for (place, _) in &own.parts {
        if let Some(line) = pen.own.lines.get(*place) {
            nets.push((*place, line.net()?.major()));
        }
    }
    nets.retain(|(_, net)| !net.is_zero());
    let base = match own.parts.is_empty() {
        true => own.base.major(),
        false => pen.added("Of what is left after discounts", &nets, &mut steps),
    };
    let product = pen.product("", vec![Figure::money(base), Figure::percent(own.rate.clone())]);
    let exact = product.result();
    steps.push(product);
    steps.extend(pen.rounded(&exact));
    let spread = pen.spread(&own.parts);
    steps.extend(pen.spread_words(&spread));
    Ok(Part {
        of: Of::Tax,
        title: format!("{} {}", own.name, percent(&own.rate)),
        period: None,
        exact,
        amount: own.amount,
        steps,
        spread,
    })
}
