//! From the sum of the lines to what is left to pay.

use money::Amount;
use records::Invoice;
use records::invoice::InvoiceStatus;
use records::invoice::detail::{CreditDetail, TaxDetail};
use records::invoice::payment::{Payment, PaymentType};

use super::standing::Standing;
use super::view::{Figure, Total, TotalKind};
use super::{Source, answer};
use crate::format;
use crate::locale::{Locale, filled};

/// What a credit note gives back, above zero.
pub(super) fn given(invoice: &Invoice) -> Amount {
    let zero = Amount::zero(invoice.total.currency);
    let back = invoice.credit_details.iter().map(|detail| detail.amount);
    let sum = Amount::sum(zero.currency, back.filter(|amount| amount.is_negative()));
    sum.and_then(Amount::checked_neg).unwrap_or(zero)
}

pub(super) fn totals(source: &Source, locale: Locale) -> Vec<Total> {
    let (invoice, words) = (source.invoice, locale.phrases());
    let digits = |kind, label: String, amount: Amount| {
        let figure = Figure { amount, text: format::digits(locale, amount) };
        Total { kind, label, figure }
    };
    let negative = |amount: Amount| amount.checked_neg().unwrap_or(amount);
    let mut all = Vec::new();
    for detail in &invoice.discount_details {
        let name = if detail.name.trim().is_empty() { words.discounts } else { &detail.name };
        all.push(digits(TotalKind::Discount, name.to_owned(), negative(detail.amount)));
    }
    for detail in taxes(invoice) {
        let rate = format::percent(locale, detail.rate.as_str());
        let base = format::digits(locale, detail.base);
        let values = [("name", detail.name.as_str()), ("rate", &rate), ("base", &base)];
        all.push(digits(TotalKind::Tax, filled(words.tax_of, &values), detail.amount));
    }
    for detail in &invoice.credit_details {
        let back = detail.amount.is_negative();
        let kind = if back { TotalKind::Given } else { TotalKind::Credit };
        all.push(digits(kind, credit(source, locale, detail), negative(detail.amount)));
    }
    if !all.is_empty() || invoice.sub_total != invoice.total {
        let label = words.subtotal.to_owned();
        all.insert(0, digits(TotalKind::Subtotal, label, invoice.sub_total));
    }
    let total = answer::figure(locale, invoice.total);
    all.push(Total { kind: TotalKind::Total, label: words.total.to_owned(), figure: total });
    if stands(source) {
        for payment in &invoice.payments {
            let label = paid(source, locale, payment);
            all.push(digits(TotalKind::Payment, label, negative(payment.amount)));
        }
        let figure = answer::figure(locale, invoice.due);
        all.push(Total { kind: TotalKind::Balance, label: words.balance.to_owned(), figure });
    }
    all
}

/// One row for each name and rate, though a family is taxed customer by customer.
fn taxes(invoice: &Invoice) -> Vec<TaxDetail> {
    let mut all: Vec<TaxDetail> = Vec::new();
    for detail in &invoice.tax_details {
        let is_same = |known: &TaxDetail| {
            known.name == detail.name && known.rate.as_str() == detail.rate.as_str()
        };
        let place = all.iter().position(is_same);
        let sum = place.and_then(|place| {
            let known = all.get(place)?;
            let base = known.base.checked_add(detail.base).ok()?;
            Some((base, known.amount.checked_add(detail.amount).ok()?))
        });
        match (place.and_then(|place| all.get_mut(place)), sum) {
            (Some(known), Some((base, amount))) => (known.base, known.amount) = (base, amount),
            _ => all.push(detail.clone()),
        }
    }
    all
}

/// Whether something can be due of it.
fn stands(source: &Source) -> bool {
    let is_issued = Standing::of(source) != Standing::Preview;
    is_issued && !matches!(source.invoice.status, InvoiceStatus::Draft | InvoiceStatus::Void)
}

fn credit(source: &Source, locale: Locale, detail: &CreditDetail) -> String {
    let (names, words) = (source.names, locale.phrases());
    let name = detail.credit_id.as_ref().and_then(|id| names.credits.get(id));
    let name = name.map(String::as_str).filter(|name| !name.is_empty());
    let number = detail.invoice_uuid.as_ref().and_then(|uuid| names.invoices.get(uuid));
    let number = number.map(String::as_str).unwrap_or_default();
    match (detail.amount.is_negative(), &detail.credit_id, name) {
        (false, _, Some(name)) => filled(words.credit_named, &[("name", name)]),
        (false, _, None) => words.credit.to_owned(),
        (true, Some(_), Some(name)) if detail.invoice_uuid.is_some() => {
            filled(words.back_to_credit, &[("name", name)])
        }
        (true, Some(_), _) => words.new_credit.to_owned(),
        (true, None, _) if detail.refunded => filled(words.refund_of, &[("number", number)]),
        (true, None, _) => filled(words.off_what_is_due, &[("number", number)]),
    }
}

fn paid(source: &Source, locale: Locale, payment: &Payment) -> String {
    let (names, words) = (source.names, locale.phrases());
    let note = payment.invoice_uuid.as_ref().and_then(|uuid| names.invoices.get(uuid));
    let name = payment.credit_id.as_ref().and_then(|id| names.credits.get(id));
    let name = name.filter(|name| !name.is_empty());
    let kind = match payment.payment_type {
        PaymentType::Wire => words.wire.to_owned(),
        PaymentType::Ach => words.ach.to_owned(),
        PaymentType::Check => words.check.to_owned(),
        PaymentType::Cash => words.cash.to_owned(),
        PaymentType::Card => words.card.to_owned(),
        PaymentType::Other => words.other_payment.to_owned(),
        PaymentType::Credit => match (note, name) {
            (Some(number), _) => filled(words.paid_by_credit_note, &[("number", number)]),
            (None, Some(name)) => filled(words.credit_named, &[("name", name)]),
            (None, None) => words.paid_by_credit.to_owned(),
        },
    };
    let date = answer::day(source, locale, payment.paid_date);
    filled(words.payment_on, &[("kind", &kind), ("date", &date)])
}
