//! The parts of a document, each as it is shown.

use money::Amount;
use records::Moment;

use super::Standing;
use crate::locale::{Locale, Phrases};

/// All of a document. Nothing in it is markup.
#[derive(Clone, Debug)]
pub struct View {
    pub locale: Locale,
    pub standing: Standing,
    /// `Invoice` or `Credit note`.
    pub title: String,
    /// The one word for where it stands.
    pub status: String,
    /// What stands across the top of a draft, a preview, or one that is void.
    pub band: Option<String>,
    pub is_credit_note: bool,
    /// Null until it is issued.
    pub number: Option<String>,
    /// The code of ISO 4217.
    pub currency: String,
    /// How much, by when.
    pub answer: Answer,
    pub from: Party,
    pub to: Party,
    /// Dates, references, and what customer and company want printed.
    pub details: Vec<Pair>,
    pub headings: Headings,
    pub groups: Vec<Group>,
    /// From the sum of the lines to the balance, which is the answer once more.
    pub totals: Vec<Total>,
    /// What the law or the past wants said.
    pub remarks: Vec<String>,
    pub how_to_pay: Option<(String, Vec<String>)>,
    pub notes: Option<(String, Vec<String>)>,
    /// Registration and the like, line by line.
    pub footer: Vec<String>,
    /// Whom to ask.
    pub questions: Option<String>,
    /// What the company calls itself, beside its logo.
    pub brand: String,
    /// A data URL that was checked when the company sent it.
    pub logo: Option<String>,
    /// `#rrggbb`, as the company sent it; whoever draws makes it readable.
    pub accent: Option<String>,
}

/// An amount, and how it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    pub amount: Amount,
    pub text: String,
}

/// The sentence that everybody looks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub label: String,
    /// With its currency.
    pub figure: Figure,
    /// Due when, paid when, or why there is nothing to pay.
    pub sentences: Vec<String>,
    /// The last day, for whoever writes it for machines.
    pub due: Option<Moment>,
}

/// Who sells or who pays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Party {
    pub label: String,
    pub name: String,
    pub address: Vec<String>,
    /// Tax ids and the like.
    pub ids: Vec<Pair>,
    pub email: Option<String>,
    pub phone: Option<String>,
}

/// A name and a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    pub label: String,
    pub value: String,
}

/// Over the columns of the lines.
#[derive(Clone, Debug)]
pub struct Headings {
    pub description: &'static str,
    pub quantity: &'static str,
    pub unit_price: &'static str,
    /// With the code of the currency, which stands nowhere beneath.
    pub amount: String,
    pub why: &'static str,
}

/// The lines of one subscription of one customer, or all there are.
#[derive(Clone, Debug)]
pub struct Group {
    /// Whose they are, where others are on the document, too; once, over the first of its groups.
    pub customer: Option<String>,
    /// The subscription, where there are several.
    pub title: Option<String>,
    pub lines: Vec<Line>,
    /// Where there are several groups.
    pub subtotal: Option<Total>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    Charge,
    /// Gives back what was billed before.
    Correction,
}

/// One line.
#[derive(Clone, Debug)]
pub struct Line {
    pub id: String,
    pub kind: LineKind,
    pub name: String,
    /// Beneath the name: days, the part of a period, what it corrects.
    pub notes: Vec<String>,
    /// Empty where units do not make the amount.
    pub quantity: String,
    /// Empty where there are several prices.
    pub unit_price: String,
    /// The part of a full period that is billed, where it is not all.
    pub share: Option<Share>,
    /// Digits alone.
    pub figure: Figure,
    /// The sum that led to it, row by row; empty where quantity times price says it all.
    pub why: Vec<Why>,
}

/// Days of days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    pub count: i64,
    pub of: i64,
}

/// A row of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// What is computed, to be read; may be empty.
    pub words: String,
    /// `100.00 × 14/28 = 50.00`; empty where a sentence computes nothing.
    pub sum: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TotalKind {
    Subtotal,
    Discount,
    Tax,
    Credit,
    /// What the document gives back, and where to.
    Given,
    Total,
    Payment,
    Balance,
}

/// A row of the totals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Total {
    pub kind: TotalKind,
    pub label: String,
    /// With its currency in `Total` and `Balance`, digits alone in others.
    pub figure: Figure,
}

pub(super) fn headings(words: &'static Phrases, currency: &str) -> Headings {
    Headings {
        description: words.description,
        quantity: words.quantity,
        unit_price: words.unit_price,
        amount: crate::locale::filled(words.amount_in, &[("currency", currency)]),
        why: words.why,
    }
}
