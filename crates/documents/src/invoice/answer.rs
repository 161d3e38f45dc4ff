//! How much, by when, or why nothing is to be paid.

use money::Amount;
use records::Moment;

use super::standing::Standing;
use super::view::{Answer, Figure};
use super::{Source, totals};
use crate::format;
use crate::locale::{Locale, filled};

pub(super) fn answer(source: &Source, locale: Locale, standing: Standing) -> Answer {
    let (invoice, words) = (source.invoice, locale.phrases());
    let (label, amount) = match standing {
        Standing::Preview | Standing::Draft => (words.amount_so_far, invoice.total),
        Standing::Credited => (words.amount_credited, totals::given(invoice)),
        Standing::Open | Standing::Overdue | Standing::Paid | Standing::Settled => {
            (words.amount_due, invoice.due)
        }
        Standing::Void => (words.amount_due, Amount::zero(invoice.total.currency)),
    };
    let due = matches!(standing, Standing::Open | Standing::Overdue);
    Answer {
        label: label.to_owned(),
        figure: figure(locale, amount),
        sentences: sentences(source, locale, standing),
        due: invoice.due_date.filter(|_| due),
    }
}

pub(super) fn figure(locale: Locale, amount: Amount) -> Figure {
    Figure { amount, text: format::money(locale, amount) }
}

pub(super) fn day(source: &Source, locale: Locale, moment: Moment) -> String {
    let date = format::at(source.zone, moment);
    date.map_or_else(|| moment.to_string(), |date| format::day(locale, date))
}

fn sentences(source: &Source, locale: Locale, standing: Standing) -> Vec<String> {
    let (invoice, words) = (source.invoice, locale.phrases());
    let dated = |phrase: &str, moment: Option<Moment>| {
        Some(filled(phrase, &[("date", &day(source, locale, moment?))]))
    };
    let mut all = Vec::new();
    match standing {
        Standing::Preview | Standing::Draft | Standing::Void => {}
        Standing::Open => all.extend(dated(words.due_on, invoice.due_date)),
        Standing::Overdue => all.extend(dated(words.was_due_on, invoice.due_date)),
        Standing::Credited => all.extend(dated(words.credited_on, invoice.invoice_date)),
        Standing::Settled if invoice.credit_details.is_empty() => {
            all.push(words.nothing_to_pay.to_owned());
        }
        Standing::Settled => all.push(words.covered_by_credits.to_owned()),
        Standing::Paid => all.extend(invoice.paid_date.map(|date| {
            let (amount, date) = (figure(locale, invoice.paid), day(source, locale, date));
            filled(words.paid_on, &[("amount", &amount.text), ("date", &date)])
        })),
    }
    let in_part = invoice.paid.is_positive() && !invoice.due.is_zero();
    if in_part && matches!(standing, Standing::Open | Standing::Overdue) {
        let (paid, total) = (figure(locale, invoice.paid), figure(locale, invoice.total));
        all.push(filled(words.paid_of, &[("paid", &paid.text), ("total", &total.text)]));
    }
    all
}

/// What has to be known before anything else is read.
pub(super) fn band(source: &Source, locale: Locale, standing: Standing) -> Option<String> {
    let (invoice, words) = (source.invoice, locale.phrases());
    match standing {
        Standing::Preview => Some(words.preview_not_issued.to_owned()),
        Standing::Draft => Some(words.draft_may_change.to_owned()),
        Standing::Void => {
            let since = invoice.credit_note_date.unwrap_or(invoice.updated_at);
            let date = day(source, locale, since);
            Some(match &invoice.credit_note_number {
                Some(number) => {
                    let values = [("date", date.as_str()), ("number", number.as_str())];
                    filled(words.void_by_credit_note, &values)
                }
                None => filled(words.void_since, &[("date", &date)]),
            })
        }
        _ => None,
    }
}
