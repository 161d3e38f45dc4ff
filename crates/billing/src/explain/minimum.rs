//! A minimum: what a period has to come to, what counts towards it, and what is missing.

use money::Ratio;

use crate::explain::days::is_full;
use crate::explain::pen::Pen;
use crate::explain::step::{Figure, Step};
use crate::invoice::{Counted, Derivation, Level, Line};

pub(crate) fn steps(pen: &Pen, line: &Line) -> Vec<Step> {
    let Derivation::Minimum { level, minimum, pulled, counted } = &line.derivation else {
        return Vec::new();
    };
    let of = match level {
        Level::Component => "this price",
        Level::Pricing => "all prices of this product",
        Level::Subscription => "the whole subscription",
    };
    let mut steps = vec![Step::says(format!("The minimum of {of} is {}.", pen.money(minimum)))];
    let mut asked = minimum.clone();
    if !is_full(line.share) {
        let words = pen.share(line.share, line.period);
        let terms = vec![Figure::money(asked), Figure::share(line.share)];
        let step = pen.product(&words, terms);
        asked = step.result();
        steps.push(step);
    }
    let mut terms = Vec::new();
    for known in counted {
        terms.extend(term(pen, (*level, known), &mut steps));
    }
    if !pulled.is_zero() {
        terms.push(Figure::money(pulled.clone()).noted("spent above earlier minimums"));
    }
    let spent = match terms.is_empty() {
        true => {
            steps.push(Step::says("Nothing was charged that counts towards it."));
            Ratio::ZERO
        }
        false => {
            let step = pen.sum("What counts towards it", terms);
            let spent = step.result();
            steps.push(step);
            spent
        }
    };
    let missing = pen.sum("Missing", vec![Figure::money(asked), Figure::money(-spent)]);
    let exact = missing.result();
    steps.push(missing);
    if exact.is_negative() {
        let terms = vec![Figure::money(exact), Figure::money(Ratio::ZERO)];
        steps.push(pen.largest("Never below zero", terms));
        return steps;
    }
    steps.extend(pen.rounded(&exact));
    steps
}

/// One charge that counts; the part of an advance is computed first.
fn term(pen: &Pen, (level, counted): (Level, &Counted), steps: &mut Vec<Step>) -> Option<Figure> {
    let figure = match counted {
        Counted::Line(place) => {
            let amount = pen.invoice.lines.get(*place)?.amount.major();
            Figure::money(amount).noted(pen.line(*place))
        }
        Counted::Earlier(value) => Figure::money(value.clone()).noted(match level {
            Level::Component => "billed before",
            Level::Pricing | Level::Subscription => "billed in arrears",
        }),
        Counted::Advance { amount, share } if is_full(*share) => {
            Figure::money(amount.major()).noted("billed in advance")
        }
        Counted::Advance { amount, share } => {
            let words = "The days of a longer period that fall into this one";
            let terms = vec![Figure::money(amount.major()), Figure::share(*share)];
            let step = pen.product(words, terms);
            let part = step.result();
            steps.push(step);
            Figure::money(part).noted("billed in advance")
        }
    };
    Some(figure).filter(|figure| !figure.value.is_zero())
}
