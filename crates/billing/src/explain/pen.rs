//! What writes an explanation: numbers with the digits of the currency, and sums from their terms,
//! so that no sentence can say another number than the one that was computed.

use calendar::Zone;
use money::{Amount, Currency, Ratio, Rounding};

use crate::explain::explanation::Telling;
use crate::explain::step::{Figure, Kind, Operation, Step, Sum};
use crate::id::{InvoiceHandle, Name};
use crate::invoice::{Invoice, Line};

/// A fraction that does not end is shown with so many digits more than the currency has.
const MORE: u8 = 4;
/// A decimal is shown whole up to so many digits.
const MOST: usize = 12;

pub(crate) struct Pen<'a> {
    pub invoice: &'a Invoice,
    pub currency: Currency,
    pub zone: &'a Zone,
    pub telling: &'a Telling<'a>,
    /// The places of the lines in the order in which they are shown.
    pub order: Vec<usize>,
    /// The number of each line in that order, by its place.
    pub ranks: Vec<usize>,
}

impl<'a> Pen<'a> {
    pub fn new(invoice: &'a Invoice, telling: &'a Telling<'a>) -> Pen<'a> {
        let order = invoice.shown_order();
        let mut ranks = order.clone();
        for (rank, place) in order.iter().enumerate() {
            if let Some(number) = ranks.get_mut(*place) {
                *number = rank;
            }
        }
        Pen { invoice, currency: invoice.currency, zone: telling.zone, telling, order, ranks }
    }

    /// What the customer calls a record.
    pub fn name(&self, id: &Name) -> String {
        (self.telling.name)(id)
    }

    /// The number of a line of another invoice, as that shows them.
    pub fn number(&self, invoice: &InvoiceHandle, place: usize) -> usize {
        (self.telling.number)(invoice, place)
    }

    /// What a line was called when it was made.
    pub fn line_name(&self, place: usize, line: &Line) -> String {
        let name = self.telling.lines.get(place).cloned();
        name.unwrap_or_else(|| line.name().to_owned())
    }

    /// `line 2`, counted as the invoice shows them.
    pub fn line(&self, place: usize) -> String {
        let rank = self.ranks.get(place).copied().unwrap_or(place);
        format!("line {}", rank.saturating_add(1))
    }

    /// `14 of 28 days: 100.00 × 14/28 = 50.00`
    pub fn product(&self, words: &str, terms: Vec<Figure>) -> Step {
        let like =
            terms.iter().rfind(|figure| !matches!(figure.kind, Kind::Share(_) | Kind::Percent));
        let like = like.cloned().unwrap_or_else(|| Figure::money(Ratio::ZERO));
        self.step(words, Operation::Product, (terms, &like))
    }

    /// `100.00 + 20.00 − 5.00 = 115.00`
    pub fn sum(&self, words: &str, terms: Vec<Figure>) -> Step {
        let like = terms.first().cloned().unwrap_or_else(|| Figure::money(Ratio::ZERO));
        self.step(words, Operation::Sum, (terms, &like))
    }

    pub fn smallest(&self, words: &str, terms: Vec<Figure>) -> Step {
        let like = terms.first().cloned().unwrap_or_else(|| Figure::money(Ratio::ZERO));
        self.step(words, Operation::Smallest, (terms, &like))
    }

    pub fn largest(&self, words: &str, terms: Vec<Figure>) -> Step {
        let like = terms.first().cloned().unwrap_or_else(|| Figure::money(Ratio::ZERO));
        self.step(words, Operation::Largest, (terms, &like))
    }

    /// The rounding of a value, unless it has no more digits than the currency anyway.
    pub fn rounded(&self, value: &Ratio) -> Option<Step> {
        let money = Figure::money(value.clone());
        let step = self.step("", Operation::Rounded, (vec![money.clone()], &money));
        step.sum.as_ref().is_some_and(|sum| sum.result != *value).then_some(step)
    }

    fn step(
        &self,
        words: &str,
        operation: Operation,
        (terms, like): (Vec<Figure>, &Figure),
    ) -> Step {
        let values: Vec<Ratio> = terms.iter().map(|figure| figure.value.clone()).collect();
        let result = operation.apply(&values, self.currency);
        let shown = self.figure(&like.like(result.clone()));
        let formula = match operation {
            Operation::Product => {
                let terms: Vec<String> = terms.iter().map(|known| self.figure(known)).collect();
                format!("{} = {shown}", terms.join(" × "))
            }
            Operation::Sum if terms.len() == 1 => self.signed(&terms),
            Operation::Sum => format!("{} = {shown}", self.signed(&terms)),
            Operation::Rounded => {
                let exact = terms.first().map(|each| self.figure(each)).unwrap_or_default();
                format!("{exact} is rounded to {shown}")
            }
            Operation::Smallest => format!("the smaller of {} is {shown}", self.listed(&terms)),
            Operation::Largest => format!("the larger of {} is {shown}", self.listed(&terms)),
        };
        let text = if words.is_empty() { formula } else { format!("{words}: {formula}") };
        Step { text, sum: Some(Sum { operation, terms: values, result }) }
    }

    fn signed(&self, terms: &[Figure]) -> String {
        let mut text = String::new();
        for (place, figure) in terms.iter().enumerate() {
            match (place, figure.value.is_negative()) {
                (0, _) => text.push_str(&self.figure(figure)),
                (_, false) => text.push_str(&format!(" + {}", self.figure(figure))),
                (_, true) => {
                    let positive = Figure { value: figure.value.abs(), ..figure.clone() };
                    text.push_str(&format!(" − {}", self.figure(&positive)));
                }
            }
        }
        text
    }

    fn listed(&self, terms: &[Figure]) -> String {
        let terms: Vec<String> = terms.iter().map(|figure| self.figure(figure)).collect();
        terms.join(" and ")
    }

    pub fn figure(&self, known: &Figure) -> String {
        let text = match &known.kind {
            Kind::Money => self.money(&known.value),
            Kind::Price => format!("{} {}", self.money(&known.value), self.currency),
            Kind::Count("") => decimal(&known.value, 0),
            Kind::Count(noun) => counted(&known.value, noun),
            Kind::Share(share) => format!("{}/{}", share.numerator(), share.denominator()),
            Kind::Fraction(over, under) => format!("{}/{}", self.money(over), self.money(under)),
            Kind::Percent => percent(&known.value),
        };
        match &known.note {
            Some(note) => format!("{text} ({note})"),
            None => text,
        }
    }

    /// Major units with at least the digits of the currency.
    pub fn money(&self, value: &Ratio) -> String {
        decimal(value, self.currency.digits())
    }

    /// An amount without its currency.
    pub fn amount(&self, known: Amount) -> String {
        self.money(&known.major())
    }
}

impl Step {
    /// A sentence that computes nothing.
    pub(crate) fn says(text: impl Into<String>) -> Step {
        Step { text: text.into(), sum: None }
    }

    /// What a step came to.
    pub(crate) fn result(&self) -> Ratio {
        self.sum.as_ref().map_or(Ratio::ZERO, |sum| sum.result.clone())
    }
}

/// `1 licence`, `2.5 licences`.
pub(crate) fn counted(value: &Ratio, noun: &str) -> String {
    let plural = if *value == Ratio::ONE { "" } else { "s" };
    format!("{} {noun}{plural}", decimal(value, 0))
}

/// `19%`
pub(crate) fn percent(value: &Ratio) -> String {
    format!("{}%", decimal(&(value * Ratio::from(100)), 0))
}

/// A decimal with at least so many digits. One that does not end, or not soon, is cut and says so.
fn decimal(value: &Ratio, least: u8) -> String {
    let text = value.to_string();
    let fraction = text.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    match text.contains('/') || fraction > MOST {
        false => padded(&text, usize::from(least)),
        true => {
            let digits = least.saturating_add(MORE);
            let cut = value.round(digits, Rounding::TowardZero);
            let sign = if value.is_negative() && cut.is_zero() { "-" } else { "" };
            format!("{sign}{}…", padded(&cut.to_string(), usize::from(digits)))
        }
    }
}

fn padded(text: &str, least: usize) -> String {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    match fraction.is_empty() && least == 0 {
        true => whole.to_owned(),
        false => format!("{whole}.{fraction:0<least$}"),
    }
}
