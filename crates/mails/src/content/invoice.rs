//! An invoice as a mail says it. Lines and totals are those of the document that page and PDF show,
//! so that no mail has another figure.

use documents::invoice::{LineKind, TotalKind};
use documents::{Names, Source, View, view};
use money::Amount;
use records::invoice::{InvoiceStatus, NumberSeries};
use records::{Company, Customer, Invoice};
use serde::Serialize;

use super::Place;
use crate::format::{day, day_of_year, money};
use crate::words;

/// A mail shows so many lines; the invoice has them all.
const MOST_LINES: usize = 60;

#[derive(Clone, Debug, Serialize)]
pub struct InvoiceContent {
    pub number: String,
    /// Invoice or credit note.
    pub title: String,
    /// What it bills.
    pub name: Option<String>,
    pub is_open: bool,
    pub is_credit_note: bool,
    #[serde(skip)]
    pub is_paid_by_money: bool,
    pub total: String,
    pub due: String,
    pub paid: String,
    /// What a credit note gives back.
    pub credited: String,
    pub issue_date: String,
    pub due_date: String,
    /// Without the year where it is this one.
    pub due_day: String,
    pub paid_date: Option<String>,
    pub lines: Vec<Line>,
    /// What is said where there are more lines than these.
    pub more_lines: Option<String>,
    pub totals: Vec<Total>,
    pub fields: Vec<Field>,
    pub payment_instructions: Option<String>,
    pub notes: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// Whose and of which subscription, over the first of several.
    pub heading: Option<String>,
    pub name: String,
    /// Quantity, price and period.
    pub detail: String,
    pub amount: String,
}

#[derive(Clone, Debug, Serialize)]
pub struct Total {
    pub label: String,
    pub amount: String,
    /// The one that counts.
    pub is_last: bool,
}

#[derive(Clone, Debug, Serialize)]
pub struct Field {
    pub name: String,
    pub value: String,
}

impl InvoiceContent {
    /// `names` are what other records are called that the invoice names by id.
    pub fn of(
        invoice: &Invoice,
        (company, customer): (&Company, &Customer),
        names: &Names,
        place: &Place,
    ) -> InvoiceContent {
        let Place { locale, zone, now } = place;
        let customer = Customer { locale: Some(locale.tag()), ..customer.clone() };
        let source = Source {
            invoice,
            company,
            customer: &customer,
            explanation: None,
            names,
            zone,
            now: *now,
        };
        let view = view(&source);
        let shown = |amount: Amount| money(amount, *locale);
        let long = |at| day(at, zone, *locale);
        let more = invoice.line_items.len().saturating_sub(MOST_LINES);
        let more = (more > 0).then(|| {
            let phrase = words::words(locale.language).labels.more_lines;
            words::filled(phrase, "count", &more.to_string())
        });
        let fields = invoice.invoice_additional_display_fields.iter().filter_map(|field| {
            Some(Field { name: field.name.clone()?, value: field.value.clone()? })
        });
        let due = invoice.due_date;
        InvoiceContent {
            number: invoice.number.clone().unwrap_or_default(),
            title: view.title.clone(),
            name: invoice.name.clone(),
            is_open: invoice.status == InvoiceStatus::Pending && invoice.due.is_positive(),
            is_credit_note: invoice.number_series == NumberSeries::CreditNote,
            is_paid_by_money: invoice.paid.is_positive(),
            total: shown(invoice.total),
            due: shown(invoice.due),
            paid: shown(invoice.paid),
            credited: shown(credited(invoice)),
            issue_date: invoice.invoice_date.map(long).unwrap_or_default(),
            due_date: due.map(long).unwrap_or_default(),
            due_day: due.map(|at| day_of_year(at, *now, zone, *locale)).unwrap_or_default(),
            paid_date: invoice.paid_date.map(long),
            lines: lines(&view),
            more_lines: more,
            totals: totals(&view, place),
            fields: fields.collect(),
            payment_instructions: invoice.invoice_payment_instructions.clone(),
            notes: invoice.notes.clone(),
        }
    }
}

/// What it gives back, as a positive amount.
fn credited(invoice: &Invoice) -> Amount {
    let given = invoice.credit_details.iter().map(|detail| detail.amount.minor);
    let sum = given.filter(|minor| *minor < 0).fold(0_i64, i64::saturating_sub);
    Amount::new(invoice.total.currency, sum)
}

fn lines(view: &View) -> Vec<Line> {
    let mut lines = Vec::new();
    for group in &view.groups {
        let parts = [group.customer.as_deref(), group.title.as_deref()];
        let parts: Vec<&str> =
            parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
        let mut heading = Some(parts.join(" · ")).filter(|heading| !heading.is_empty());
        for line in &group.lines {
            let priced = match (line.quantity.as_str(), line.unit_price.as_str()) {
                ("" | "1", _) | (_, "") => None,
                (quantity, price) if line.kind == LineKind::Charge => {
                    Some(format!("{quantity} × {price}"))
                }
                _ => None,
            };
            let detail: Vec<&str> = priced
                .as_deref()
                .into_iter()
                .chain(line.notes.iter().map(String::as_str))
                .collect();
            lines.push(Line {
                heading: heading.take(),
                name: line.name.clone(),
                detail: detail.join(" · "),
                amount: line.figure.text.clone(),
            });
            if lines.len() == MOST_LINES {
                return lines;
            }
        }
    }
    lines
}

/// From the sum of the lines to what is due; what counts has its currency.
fn totals(view: &View, place: &Place) -> Vec<Total> {
    let last = view.totals.len().saturating_sub(1);
    let shown = view.totals.iter().enumerate().map(|(at, total)| Total {
        label: total.label.clone(),
        amount: match total.kind {
            TotalKind::Total | TotalKind::Balance => money(total.figure.amount, place.locale),
            _ => total.figure.text.clone(),
        },
        is_last: at == last,
    });
    shown.collect()
}
