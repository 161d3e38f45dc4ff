//! Discounts, in the order in which they were taken off: each is on what the ones before it left.

use money::{Amount, AmountError, Ratio};

use crate::explain::days::is_full;
use crate::explain::explanation::{Of, Part};
use crate::explain::pen::{Pen, percent};
use crate::explain::step::{Figure, Step};
use crate::invoice::{Derivation, DiscountDetail, Effect, Line, Taken};

pub(crate) fn parts(pen: &Pen) -> Result<Vec<Part>, AmountError> {
    let mut left: Vec<i64> = pen.invoice.lines.iter().map(|line| line.amount.minor).collect();
    let mut parts = Vec::new();
    for detail in &pen.invoice.discounts {
        let (exact, mut steps) = match &detail.taken {
            Some(taken) => Taking { pen, taken, left: &left }.steps()?,
            None => (detail.amount.major(), Vec::new()),
        };
        let taken = detail.taken.as_ref().map_or(&[][..], |taken| taken.parts.as_slice());
        for (place, minor) in taken {
            if let Some(left) = left.get_mut(*place) {
                *left = left.checked_sub(*minor).ok_or(AmountError::Overflow)?;
            }
        }
        let spread = pen.spread(taken);
        steps.extend(pen.spread_words(&spread));
        parts.push(Part {
            of: Of::Discount(detail.discount.clone()),
            title: title(pen, detail),
            period: None,
            exact,
            amount: detail.amount,
            steps,
            spread,
        });
    }
    Ok(parts)
}

/// `Welcome, 10%, at most 5.00`
fn title(pen: &Pen, detail: &DiscountDetail) -> String {
    let Some(taken) = &detail.taken else { return detail.name.clone() };
    let what = match &taken.effect {
        Effect::Percent(part) => percent(part),
        Effect::Amount { amount, .. } => pen.amount(*amount),
        Effect::PerUnit(amount) => format!("{} a unit", pen.amount(*amount)),
    };
    let most = taken.cap.map(|cap| format!(", at most {}", pen.amount(cap)));
    format!("{}, {what}{}", detail.name, most.unwrap_or_default())
}

/// A discount and what was left of the lines before it.
struct Taking<'a> {
    pen: &'a Pen<'a>,
    taken: &'a Taken,
    left: &'a [i64],
}

impl Taking<'_> {
    /// The exact value, and how it became an amount.
    fn steps(&self) -> Result<(Ratio, Vec<Step>), AmountError> {
        let mut steps = Vec::new();
        if self.taken.moved {
            let text =
                "It came back with lines that a change replaced, and goes to what replaces them.";
            steps.push(Step::says(text));
        }
        let exact = match &self.taken.effect {
            Effect::Percent(part) => {
                let base = self.base(&mut steps);
                let terms = vec![Figure::money(base), Figure::percent(part.clone())];
                push(&mut steps, self.pen.product("", terms))
            }
            Effect::Amount { amount, used } => self.amount(*amount, *used, &mut steps),
            Effect::PerUnit(amount) => self.per_unit(*amount, &mut steps),
        };
        let mut value = exact.clone();
        if let Some(step) = self.pen.rounded(&value) {
            value = push(&mut steps, step);
        }
        if let Some(cap) = self.taken.cap.filter(|cap| cap.major() < value) {
            let terms = vec![Figure::money(value.clone()), Figure::money(cap.major())];
            push(&mut steps, self.pen.smallest("At most", terms));
        }
        Ok((exact, steps))
    }

    /// What is left of a line that it is for.
    fn left(&self, place: usize) -> Option<Ratio> {
        let minor = (*self.left.get(place)?).max(0);
        Some(Amount::new(self.pen.currency, minor).major())
    }

    /// What is left of all lines that it is for.
    fn base(&self, steps: &mut Vec<Step>) -> Ratio {
        let places = self.taken.parts.iter().map(|(place, _)| *place);
        let terms = places.filter_map(|place| Some((place, self.left(place)?)));
        let terms: Vec<(usize, Ratio)> = terms.filter(|(_, left)| !left.is_zero()).collect();
        self.pen.added("It is on", &terms, steps)
    }

    /// An amount for each billing date, never more than what is left.
    fn amount(&self, amount: Amount, used: Amount, steps: &mut Vec<Step>) -> Ratio {
        let mut wanted = amount.major();
        if !used.is_zero() {
            let terms = vec![Figure::money(wanted), Figure::money(-used.major())];
            wanted = push(steps, self.pen.sum("Less what this billing date had of it", terms));
        }
        let base = self.base(steps);
        let terms = vec![Figure::money(wanted), Figure::money(base)];
        push(steps, self.pen.smallest("No more than is left", terms))
    }

    /// An amount for each unit, never more than what is left of its line.
    fn per_unit(&self, amount: Amount, steps: &mut Vec<Step>) -> Ratio {
        let mut terms = Vec::new();
        for (place, _) in &self.taken.parts {
            let line = self.pen.invoice.lines.get(*place).zip(self.left(*place));
            let Some((line, left)) = line else { continue };
            let name = self.pen.line(*place);
            let mut value = push(steps, self.units(line, &name, amount));
            if value > left {
                let words = format!("No more than is left of {name}");
                let pair = vec![Figure::money(value), Figure::money(left)];
                value = push(steps, self.pen.smallest(&words, pair));
            }
            terms.push(Figure::money(value));
        }
        match terms.as_slice() {
            [only] => only.value.clone(),
            _ => push(steps, self.pen.sum("Together", terms)),
        }
    }

    /// Billed units times the share of the period; what an advance paid is not billed again.
    fn units(&self, line: &Line, name: &str, amount: Amount) -> Step {
        let (known, share) = match &line.derivation {
            Derivation::Charge { configuration, charge, less, .. } => {
                let known = match less {
                    Some(_) => configuration.minimum_units.ratio().clone(),
                    None => Ratio::ZERO,
                };
                (known, Some(charge.share))
            }
            Derivation::Minimum { .. } | Derivation::ProrationCredit(_) => {
                (line.units.clone(), None)
            }
        };
        let billed = (&line.units - known).or_zero();
        let mut terms = vec![Figure::count(billed, "unit")];
        terms.extend(share.filter(|share| !is_full(*share)).map(Figure::share));
        terms.push(Figure::price(amount.major()));
        self.pen.product(&self.pen.starting(name), terms)
    }
}

fn push(steps: &mut Vec<Step>, step: Step) -> Ratio {
    let result = step.result();
    steps.push(step);
    result
}
