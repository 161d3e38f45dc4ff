//! What can happen to an invoice.

use calendar::Timestamp;
use money::Amount;

use crate::fact::event::FactType;
use crate::fact::handles::{Give, handle};
use crate::id::InvoiceHandle;
use crate::invoice::{Invoice, Payment};

/// What happened to an invoice.
#[derive(Clone, Debug)]
pub enum InvoiceFact {
    Drafted(Box<Invoice>),
    Finalized(Box<Invoice>),
    /// Void from the start, without a number: a billing date of a pause.
    Waived(Box<Invoice>),
    Updated {
        due_date: Timestamp,
    },
    /// `settles` where nothing is due any more.
    PaymentRecorded {
        payment: Payment,
        settles: bool,
    },
    /// Money of it went back; it reopens nothing.
    PaymentRefunded {
        amount: Amount,
    },
    /// What a later document had given back is due again, since that one, `by`, is void.
    PaymentWithdrawn {
        amount: Amount,
        by: InvoiceHandle,
    },
    /// A final one gets a number in the series of credit notes.
    Voided {
        refunded: Amount,
        credit_note: bool,
    },
}

impl InvoiceFact {
    /// The whole invoice, where it was made, or made final.
    pub fn made(&self) -> Option<&Invoice> {
        match self {
            InvoiceFact::Drafted(made)
            | InvoiceFact::Finalized(made)
            | InvoiceFact::Waived(made) => Some(made),
            InvoiceFact::Updated { .. }
            | InvoiceFact::PaymentRecorded { .. }
            | InvoiceFact::PaymentRefunded { .. }
            | InvoiceFact::PaymentWithdrawn { .. }
            | InvoiceFact::Voided { .. } => None,
        }
    }

    /// Whether it voids an invoice that was issued, which is booked as a credit note.
    pub fn is_booked_void(&self) -> bool {
        matches!(self, InvoiceFact::Voided { credit_note: true, .. })
    }

    pub(crate) fn kind(&self) -> FactType {
        match self {
            InvoiceFact::Drafted(_) => FactType::InvoiceDrafted,
            InvoiceFact::Finalized(_) => FactType::InvoiceFinalized,
            InvoiceFact::Waived(_) => FactType::InvoiceWaived,
            InvoiceFact::Updated { .. } => FactType::InvoiceUpdated,
            InvoiceFact::PaymentRecorded { .. } => FactType::InvoicePaymentRecorded,
            InvoiceFact::PaymentRefunded { .. } => FactType::InvoicePaymentRefunded,
            InvoiceFact::PaymentWithdrawn { .. } => FactType::InvoicePaymentWithdrawn,
            InvoiceFact::Voided { .. } => FactType::InvoiceVoided,
        }
    }

    /// Replaces every handle of a record besides the one that it is about.
    pub(crate) fn replace_handles(&mut self, give: &mut Give<'_>) {
        match self {
            InvoiceFact::Drafted(invoice)
            | InvoiceFact::Finalized(invoice)
            | InvoiceFact::Waived(invoice) => invoice.replace_handles(give),
            InvoiceFact::PaymentRecorded { payment, .. } => payment.replace_handles(give),
            InvoiceFact::PaymentWithdrawn { by, .. } => handle(by, give),
            InvoiceFact::Updated { .. }
            | InvoiceFact::PaymentRefunded { .. }
            | InvoiceFact::Voided { .. } => {}
        }
    }
}
