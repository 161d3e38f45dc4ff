//! What comes back of a line of an earlier invoice: the days that were not used, of the net as it
//! was billed, and its tax.

use money::Ratio;

use crate::explain::days::is_full;
use crate::explain::pen::{Pen, percent};
use crate::explain::step::{Figure, Step};
use crate::invoice::{Adjusts, Derivation, Line, ProrationCredit};

pub(crate) fn steps(pen: &Pen, line: &Line) -> Vec<Step> {
    let Derivation::ProrationCredit(back) = &line.derivation else { return Vec::new() };
    if let Some(adjusts) = &back.adjusts {
        return adjusted(pen, back, adjusts);
    }
    let number = pen.number(&back.invoice, back.line);
    let mut steps = vec![Step::says(format!(
        "It corrects line {number} of {}: {} after discounts.",
        pen.name(&back.invoice),
        pen.amount(back.net),
    ))];
    let mut value = back.net.major();
    if back.agreed {
        value = value * back.unused.ratio();
        steps.push(pen.sum("Agreed to come back of it", vec![Figure::money(value.clone())]));
    } else if !is_full(back.unused) {
        let words = format!("Not used, {}", pen.share(back.unused, line.period));
        let terms = vec![Figure::money(value), Figure::share(back.unused)];
        value = push(&mut steps, pen.product(&words, terms));
        if let Some(step) = pen.rounded(&value) {
            value = push(&mut steps, step);
        }
    }
    let value = most(pen, back, value, &mut steps);
    let terms = vec![Figure::money(Ratio::ZERO), Figure::money(-value)];
    let words = if back.net.is_negative() { "Taken back" } else { "Given back" };
    steps.push(pen.sum(words, terms));
    for tax in &back.taxes {
        let (amount, rate) = (pen.amount(tax.amount), percent(&tax.rate));
        steps.push(Step::says(format!(
            "Tax that comes back with it: {} {rate}, {amount}.",
            tax.name
        )));
    }
    steps
}

/// What usage that was noticed later comes to, less what was billed for it.
fn adjusted(pen: &Pen, back: &ProrationCredit, adjusts: &Adjusts) -> Vec<Step> {
    let number = pen.number(&back.invoice, back.line);
    let (name, Adjusts { was, now, billed, due, .. }) = (pen.name(&back.invoice), adjusts);
    let mut steps = vec![Step::says(format!(
        "It corrects line {number} of {name}, which was billed by {was} units. It is {now} now.",
    ))];
    let terms = vec![Figure::money(due.major()), Figure::money(-billed.major())];
    let mut value = push(&mut steps, pen.sum("What it comes to now, less what was billed", terms));
    let apart = adjusts.advance.map_or(Ratio::ZERO, |advance| advance.major());
    let left = back.net.major() - back.before.major() - apart;
    if let Some(part) = adjusts.part_back().filter(|_| left != billed.major()) {
        let left = left.or_zero();
        let words = "The same part of what was billed after discounts";
        let terms = vec![Figure::money(-left), Figure::share(part)];
        value = push(&mut steps, pen.product(words, terms));
    }
    if let Some(step) = pen.rounded(&value) {
        push(&mut steps, step);
    }
    for tax in &back.taxes {
        let (amount, rate) = (pen.amount(tax.amount), percent(&tax.rate));
        steps.push(Step::says(format!(
            "Its tax by the rate of then: {} {rate}, {amount}.",
            tax.name
        )));
    }
    steps
}

/// Never more than was billed less what came back before, and never less than nothing; of what was
/// taken off, the other way round.
fn most(pen: &Pen, back: &ProrationCredit, mut value: Ratio, steps: &mut Vec<Step>) -> Ratio {
    let mut left = back.net.major();
    for (by, amount) in &back.earlier {
        let (by, amount) = (pen.name(by), pen.amount(*amount));
        steps.push(Step::says(format!("{amount} of it came back before, by {by}.")));
    }
    if !back.before.is_zero() {
        let terms = vec![Figure::money(left), Figure::money(-back.before.major())];
        left = push(steps, pen.sum("Left of it after what came back before", terms));
    }
    let off = back.net.is_negative();
    if off && value < left {
        let terms = vec![Figure::money(value), Figure::money(left.clone())];
        value = push(steps, pen.largest("No more than that", terms));
    }
    if off && value.is_positive() {
        let terms = vec![Figure::money(value), Figure::money(Ratio::ZERO)];
        value = push(steps, pen.smallest("Never above zero", terms));
    }
    if !off && value > left {
        let terms = vec![Figure::money(value), Figure::money(left.clone())];
        value = push(steps, pen.smallest("No more than that", terms));
    }
    if !off && value.is_negative() {
        let terms = vec![Figure::money(value), Figure::money(Ratio::ZERO)];
        value = push(steps, pen.largest("Never below zero", terms));
    }
    value
}

fn push(steps: &mut Vec<Step>, step: Step) -> Ratio {
    let result = step.result();
    steps.push(step);
    result
}
