//! A step of an explanation: a sentence, and the arithmetic that it tells.

use calendar::Share;
use money::{Currency, Ratio, Rounding};

/// One sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub text: String,
    /// What it computes, if anything.
    pub sum: Option<Sum>,
}

/// Something computed, exactly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    pub operation: Operation,
    pub terms: Vec<Ratio>,
    pub result: Ratio,
}

/// How terms become a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    Sum,
    Product,
    Smallest,
    Largest,
    /// The one term with the digits of the currency, half away from zero.
    Rounded,
}

impl Operation {
    /// What the terms come to.
    pub fn apply(self, terms: &[Ratio], currency: Currency) -> Ratio {
        match self {
            Operation::Sum => terms.iter().sum(),
            Operation::Product => terms.iter().fold(Ratio::ONE, |product, term| product * term),
            Operation::Smallest => terms.iter().min().cloned().unwrap_or_default(),
            Operation::Largest => terms.iter().max().cloned().unwrap_or_default(),
            Operation::Rounded => {
                let sum: Ratio = terms.iter().sum();
                sum.round(currency.digits(), Rounding::HalfAwayFromZero)
            }
        }
    }
}

/// A number as it is written.
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    pub kind: Kind,
    pub value: Ratio,
    /// What it is, behind it in brackets.
    pub note: Option<String>,
}

/// What a number counts.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// Money, without its currency.
    Money,
    /// Money with its currency.
    Price,
    /// Units of something.
    Count(&'static str),
    /// A part that is written as a fraction.
    Share(Share),
    /// A part of money.
    Fraction(Ratio, Ratio),
    Percent,
}

impl Figure {
    pub fn money(value: Ratio) -> Figure {
        Figure { kind: Kind::Money, value, note: None }
    }

    pub fn price(value: Ratio) -> Figure {
        Figure { kind: Kind::Price, value, note: None }
    }

    pub fn count(value: Ratio, noun: &'static str) -> Figure {
        Figure { kind: Kind::Count(noun), value, note: None }
    }

    pub fn share(share: Share) -> Figure {
        Figure { kind: Kind::Share(share), value: share.ratio(), note: None }
    }

    /// Absent where nothing can be a part of the whole.
    pub fn fraction(over: Ratio, under: Ratio) -> Option<Figure> {
        let value = over.checked_div(&under)?;
        Some(Figure { kind: Kind::Fraction(over, under), value, note: None })
    }

    pub fn percent(value: Ratio) -> Figure {
        Figure { kind: Kind::Percent, value, note: None }
    }

    pub fn noted(self, note: impl Into<String>) -> Figure {
        Figure { note: Some(note.into()), ..self }
    }

    /// Another number of the same kind, for a result.
    pub fn like(&self, value: Ratio) -> Figure {
        let kind = match &self.kind {
            Kind::Price => Kind::Price,
            Kind::Count(noun) => Kind::Count(noun),
            _ => Kind::Money,
        };
        Figure { kind, value, note: None }
    }
}
