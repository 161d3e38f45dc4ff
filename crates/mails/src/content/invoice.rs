//! An invoice as a mail says it: its lines in words, and how the total came about.

use money::Amount;
use records::invoice::{InvoiceStatus, NumberSeries};
use records::{Invoice, LineItem};
use serde::Serialize;

use super::Place;
use crate::format::{day, day_of_year, days, money, number, percent};
use crate::words::{self, Labels};

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
    pub fn of(invoice: &Invoice, place: &Place) -> InvoiceContent {
        let Place { language, zone, now } = place;
        let labels = &language.words().labels;
        let is_credit_note = invoice.number_series == NumberSeries::CreditNote;
        let shown = |amount: Amount| money(amount, *language);
        let more = invoice.line_items.len().saturating_sub(MOST_LINES);
        let fields = invoice.invoice_additional_display_fields.iter().filter_map(|field| {
            Some(Field { name: field.name.clone()?, value: field.value.clone()? })
        });
        InvoiceContent {
            number: invoice.number.clone().unwrap_or_default(),
            title: match is_credit_note {
                true => labels.credit_note.to_owned(),
                false => labels.invoice.to_owned(),
            },
            name: invoice.name.clone(),
            is_open: invoice.status == InvoiceStatus::Pending && invoice.due.is_positive(),
            is_credit_note,
            is_paid_by_money: invoice.paid.is_positive(),
            total: shown(invoice.total),
            due: shown(invoice.due),
            paid: shown(invoice.paid),
            credited: shown(credited(invoice)),
            issue_date: invoice
                .invoice_date
                .map(|at| day(at, zone, *language))
                .unwrap_or_default(),
            due_date: invoice.due_date.map(|at| day(at, zone, *language)).unwrap_or_default(),
            due_day: invoice
                .due_date
                .map(|at| day_of_year(at, *now, zone, *language))
                .unwrap_or_default(),
            paid_date: invoice.paid_date.map(|at| day(at, zone, *language)),
            lines: invoice.line_items.iter().take(MOST_LINES).map(|l| line(l, place)).collect(),
            more_lines: (more > 0).then(|| {
                words::filled(labels.more_lines, "count", &more.to_string())
            }),
            totals: totals(invoice, labels, place),
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

fn line(line: &LineItem, place: &Place) -> Line {
    let Place { language, zone, .. } = place;
    let mut parts = Vec::new();
    match line.breakdown.as_slice() {
        [row] if row.units != "1" && !row.units.is_empty() => {
            let (units, price) = (number(&row.units, *language), number(&row.unit_price, *language));
            parts.push(format!("{units} × {price}"));
        }
        [] | [_] => {}
        _ if line.units.is_empty() => {}
        _ => parts.push(format!("× {}", number(&line.units, *language))),
    }
    if let Some(period) = &line.period {
        parts.push(days(period.start_date, period.end_date, zone, *language));
    }
    Line {
        name: line.name.clone(),
        detail: parts.join(" · "),
        amount: money(line.amount, *language),
    }
}

/// From the sum of the lines to what is due, each step by its name.
fn totals(invoice: &Invoice, labels: &Labels, place: &Place) -> Vec<Total> {
    let language = place.language;
    let mut totals: Vec<(String, Amount)> = Vec::new();
    let less = |amount: Amount| Amount { minor: amount.minor.saturating_neg(), ..amount };
    for discount in &invoice.discount_details {
        totals.push((discount.name.clone(), less(discount.amount)));
    }
    for tax in &invoice.tax_details {
        let rate = percent(tax.rate.as_str(), language);
        let label = words::filled(labels.tax, "rate", &rate);
        totals.push((words::filled(&label, "name", &tax.name), tax.amount));
    }
    let credits = invoice.credit_details.iter().map(|detail| detail.amount.minor);
    let credits = Amount::new(invoice.total.currency, credits.fold(0, i64::saturating_add));
    if !credits.is_zero() {
        totals.push((labels.credits.to_owned(), less(credits)));
    }
    if !totals.is_empty() {
        totals.insert(0, (labels.subtotal.to_owned(), invoice.sub_total));
    }
    totals.push((labels.total.to_owned(), invoice.total));
    for payment in &invoice.payments {
        let date = day(payment.paid_date, &place.zone, language);
        totals.push((format!("{}, {date}", labels.paid), less(payment.amount)));
    }
    if !invoice.payments.is_empty() {
        totals.push((labels.due.to_owned(), invoice.due));
    }
    let last = totals.len() - 1;
    let totals = totals.into_iter().enumerate();
    totals
        .map(|(at, (label, amount))| Total {
            label,
            amount: money(amount, language),
            is_last: at == last,
        })
        .collect()
}
