//! Why an invoice has the amount that it has, for the customer who asks: every line, discount, tax
//! and credit in short sentences, with arithmetic that can be done again by hand.
//!
//! Nothing is decided here. An explanation is read from what an invoice was computed from; prices
//! and settings of today play no part in it.

mod charge;
mod check;
mod credit;
mod days;
mod discount;
mod given_back;
mod head;
mod line;
mod minimum;
mod pen;
mod step;
mod tax;
mod text;
mod total;

use calendar::{Period, Zone};
use money::{Amount, AmountError, Ratio};

use crate::snapshot::{Cause, CreditDetail, Derivation, Handle, Invoice, Line};

pub use check::check;
pub use step::{Operation, Step, Sum};

use pen::Pen;

/// What an invoice does not say of itself.
pub struct Telling<'a> {
    /// The zone whose days are shown.
    pub zone: &'a Zone,
    /// What the customer calls an invoice or a credit.
    pub name: &'a dyn Fn(&Handle) -> String,
    /// The number that a line of another invoice has there, by its place.
    pub number: &'a dyn Fn(&Handle, usize) -> usize,
    /// What the lines were called when the invoice was made, by their places.
    pub lines: &'a [String],
}

/// An invoice, explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// What the invoice is, in sentences.
    pub about: Vec<String>,
    /// In the order in which the invoice shows them.
    pub lines: Vec<Part>,
    pub discounts: Vec<Part>,
    pub taxes: Vec<Part>,
    pub credits: Vec<Part>,
    pub total: Part,
    pub due: Part,
}

/// One amount and how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub of: Of,
    pub title: String,
    pub period: Option<Period>,
    /// In major units, before it was rounded.
    pub exact: Ratio,
    pub amount: Amount,
    /// The last one that computes comes to the amount.
    pub steps: Vec<Step>,
    /// What it is of each line, by their places.
    pub spread: Vec<(usize, Amount)>,
}

/// What an amount is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Of {
    /// A line, by its place.
    Line(usize),
    Discount(Handle),
    Tax,
    /// A credit that paid or got something; absent where what is given back went elsewhere.
    Credit(Option<Handle>),
    Total,
    Due,
}

/// The other invoices and the credits that an explanation names.
pub fn mentioned(own: &Invoice) -> (Vec<&Handle>, Vec<&Handle>) {
    let mut invoices: Vec<&Handle> = own.reissued_as.iter().collect();
    if let Cause::Reissue { invoice } = &own.cause {
        invoices.push(invoice);
    }
    invoices.extend(own.lines.iter().filter_map(Line::corrects));
    let backs = own.lines.iter().filter_map(|line| match &line.derivation {
        Derivation::GivenBack(back) => Some(&back.earlier),
        Derivation::Charge { .. } | Derivation::Minimum { .. } => None,
    });
    invoices.extend(backs.flatten().map(|(by, _)| by));
    invoices.extend(own.payments.iter().filter_map(|paid| paid.given_by.as_ref()));
    invoices.extend(own.credits.iter().filter_map(CreditDetail::invoice));
    (invoices, own.credits.iter().filter_map(CreditDetail::credit).collect())
}

/// Explains an invoice.
pub fn explain(own: &Invoice, telling: &Telling) -> Result<Explanation, AmountError> {
    let pen = Pen::new(own, telling);
    let lines = pen.order.iter().filter_map(|place| Some((*place, own.lines.get(*place)?)));
    Ok(Explanation {
        about: head::about(&pen)?,
        lines: lines.map(|line| line::part(&pen, line)).collect::<Result<_, _>>()?,
        discounts: discount::parts(&pen)?,
        taxes: own.taxes.iter().map(|tax| tax::part(&pen, tax)).collect::<Result<_, _>>()?,
        credits: own
            .credits
            .iter()
            .map(|used| credit::part(&pen, used))
            .collect::<Result<_, _>>()?,
        total: total::total(&pen)?,
        due: total::due(&pen)?,
    })
}
