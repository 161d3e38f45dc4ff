//! Where a document stands: one word for everybody.

use records::Invoice;
use records::invoice::{InvoiceStatus, NumberSeries};

use super::Source;
use crate::format;
use crate::locale::Phrases;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Never made: what would be billed.
    Preview,
    Draft,
    /// To be paid.
    Open,
    /// Its last day is over.
    Overdue,
    Paid,
    /// There was nothing to pay, or credits paid it.
    Settled,
    /// A credit note.
    Credited,
    Void,
}

impl Standing {
    pub(super) fn of(source: &Source) -> Standing {
        let invoice = source.invoice;
        if invoice.uuid.is_none() {
            return Standing::Preview;
        }
        match invoice.status {
            InvoiceStatus::Draft => Standing::Draft,
            InvoiceStatus::Void => Standing::Void,
            _ if is_credit_note(invoice) => Standing::Credited,
            InvoiceStatus::Paid if invoice.payments.is_empty() => Standing::Settled,
            InvoiceStatus::Paid => Standing::Paid,
            InvoiceStatus::Pending if is_over(source) => Standing::Overdue,
            InvoiceStatus::Pending => Standing::Open,
        }
    }

    pub fn word(self, words: &'static Phrases) -> &'static str {
        match self {
            Standing::Preview => words.preview,
            Standing::Draft => words.draft,
            Standing::Open => words.open,
            Standing::Overdue => words.overdue,
            Standing::Paid => words.paid,
            Standing::Settled | Standing::Credited => words.settled,
            Standing::Void => words.void,
        }
    }
}

/// A document that gives back more than it charges.
pub(super) fn is_credit_note(invoice: &Invoice) -> bool {
    invoice.number_series == NumberSeries::CreditNote
}

/// A day that is due is not over before its end.
fn is_over(source: &Source) -> bool {
    let due = source.invoice.due_date.and_then(|due| format::at(source.zone, due));
    let today = format::at(source.zone, source.now);
    due.zip(today).is_some_and(|(due, today)| due < today)
}
