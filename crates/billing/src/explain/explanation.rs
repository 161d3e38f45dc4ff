//! An invoice, explained: each amount with the steps that lead to it.

use calendar::{Period, Zone};
use money::{Amount, Ratio};

use crate::explain::step::Step;
use crate::id::{CreditHandle, DiscountHandle, InvoiceHandle, Name};

/// What an invoice does not say of itself.
pub struct Telling<'a> {
    /// The zone whose days are shown.
    pub zone: &'a Zone,
    /// What the customer calls an invoice or a credit.
    pub name: &'a dyn Fn(&Name) -> String,
    /// What another customer is called whose lines it has.
    pub customer: &'a dyn Fn(&str) -> String,
    /// The number that a line of another invoice has there, by its place.
    pub number: &'a dyn Fn(&InvoiceHandle, usize) -> usize,
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
    Discount(DiscountHandle),
    Tax,
    /// A credit that paid or got something; absent where what is given back went elsewhere.
    Credit(Option<CreditHandle>),
    Total,
    Due,
}
