//! What stands beneath the totals: what the law wants said, how to pay, notes, whom to ask.

use records::invoice::InvoiceStatus;

use super::standing::is_credit_note;
use super::{Source, answer, vat};
use crate::locale::{Locale, filled};

/// What the law or the past wants said.
pub(super) fn remarks(source: &Source, locale: Locale) -> Vec<String> {
    let (invoice, words) = (source.invoice, locale.phrases());
    let mut all = Vec::new();
    if !invoice.refunded_amount.is_zero() && !is_credit_note(invoice) {
        let amount = answer::figure(locale, invoice.refunded_amount);
        all.push(filled(words.was_refunded, &[("amount", &amount.text)]));
    }
    if invoice.tax_details.is_empty() && vat::is_reverse_charge(source.company, source.customer) {
        all.push(words.reverse_charge.to_owned());
    }
    all
}

/// The instructions that the invoice was made with, while something is to be paid.
pub(super) fn how_to_pay(source: &Source, locale: Locale) -> Option<(String, Vec<String>)> {
    let invoice = source.invoice;
    let is_paid = matches!(invoice.status, InvoiceStatus::Paid | InvoiceStatus::Void);
    let text = invoice.invoice_payment_instructions.as_deref().filter(|_| !is_paid);
    block(locale.phrases().how_to_pay, text)
}

pub(super) fn notes(source: &Source, locale: Locale) -> Option<(String, Vec<String>)> {
    block(locale.phrases().notes, source.invoice.notes.as_deref())
}

fn block(title: &str, text: Option<&str>) -> Option<(String, Vec<String>)> {
    let lines = paragraphs(text);
    (!lines.is_empty()).then(|| (title.to_owned(), lines))
}

/// Line by line, as it was written; empty lines at both ends say nothing.
pub(crate) fn paragraphs(text: Option<&str>) -> Vec<String> {
    let text = text.unwrap_or_default().trim();
    if text.is_empty() {
        Vec::new()
    } else {
        text.lines().map(|line| line.trim().to_owned()).collect()
    }
}

pub(super) fn questions(source: &Source, locale: Locale) -> Option<String> {
    let email = source.company.email.as_deref().filter(|email| !email.trim().is_empty())?;
    Some(filled(locale.phrases().questions, &[("email", email)]))
}
