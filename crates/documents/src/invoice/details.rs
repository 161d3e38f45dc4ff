//! Dates, references, and what company and customer want printed, as names and values.

use std::collections::BTreeSet;

use records::Moment;
use records::invoice::InvoiceStatus;
use records::invoice::line_item::Period;

use super::view::Pair;
use super::{Source, answer};
use crate::format;
use crate::locale::Locale;

pub(super) fn details(source: &Source, locale: Locale) -> Vec<Pair> {
    let (invoice, words) = (source.invoice, locale.phrases());
    let mut all = Vec::new();
    let mut tell = |label: &str, value: Option<String>| {
        let value = value.filter(|value| !value.trim().is_empty());
        all.extend(value.map(|value| Pair { label: label.to_owned(), value }));
    };
    let day = |moment: Option<Moment>| Some(answer::day(source, locale, moment?));
    tell(words.number, invoice.number.clone());
    tell(words.issue_date, day(invoice.invoice_date));
    let is_owed =
        invoice.status != InvoiceStatus::Void && !super::standing::is_credit_note(invoice);
    tell(words.due_date, day(invoice.due_date.filter(|_| is_owed)));
    tell(words.service_period, service_period(source, locale));
    tell(words.corrects, corrected(source));
    let again = invoice.reissued_as.as_ref();
    tell(words.replaced_by, again.and_then(|uuid| source.names.invoices.get(uuid)).cloned());
    if invoice.customer_id != invoice.billed_customer_id {
        let customer = invoice.customer.as_ref();
        tell(words.delivered_to, customer.map(|customer| customer.display_name.clone()));
    }
    for field in &invoice.invoice_additional_display_fields {
        let label = field.name.clone().unwrap_or_default();
        tell(&label, field.value.clone());
    }
    all
}

/// From the first day of any line to the last, without what gives back.
fn service_period(source: &Source, locale: Locale) -> Option<String> {
    let lines = source.invoice.line_items.iter();
    let periods: Vec<Period> =
        lines.filter(|line| line.corrects.is_none()).filter_map(|line| line.period).collect();
    let start_date = periods.iter().map(|period| period.start_date).min()?;
    let end_date = periods.iter().map(|period| period.end_date).max()?;
    format::days(locale, source.zone, Period { start_date, end_date })
}

/// The numbers of the invoices whose lines it corrects.
fn corrected(source: &Source) -> Option<String> {
    let lines = source.invoice.line_items.iter();
    let numbers: BTreeSet<&str> =
        lines.filter_map(|line| number_of(source, line.corrects.as_deref()?)).collect();
    let numbers: Vec<&str> = numbers.into_iter().collect();
    (!numbers.is_empty()).then(|| numbers.join(", "))
}

/// The number of the invoice that a line is of: its id begins with the uuid.
pub(super) fn number_of<'a>(source: &Source<'a>, line: &str) -> Option<&'a str> {
    let (uuid, _) = line.rsplit_once('-')?;
    source.names.invoices.get(uuid).map(String::as_str)
}
