//! What can happen to a credit.

use calendar::Timestamp;

use crate::credit::{Credit, CreditValue};
use crate::fact::event::FactType;
use crate::fact::handles::{Give, handle};
use crate::id::InvoiceHandle;

/// What happened to a credit.
#[derive(Clone, Debug)]
pub enum CreditFact {
    Issued { credit: Box<Credit>, invoice: Option<InvoiceHandle> },
    Applied { invoice: InvoiceHandle, value: CreditValue },
    Restored { invoice: InvoiceHandle, value: CreditValue, expires: Option<Timestamp> },
    Expired { value: CreditValue },
    Revoked { invoice: Option<InvoiceHandle>, value: CreditValue },
}

impl CreditFact {
    pub(crate) fn kind(&self) -> FactType {
        match self {
            CreditFact::Issued { .. } => FactType::CreditIssued,
            CreditFact::Applied { .. } => FactType::CreditApplied,
            CreditFact::Restored { .. } => FactType::CreditRestored,
            CreditFact::Expired { .. } => FactType::CreditExpired,
            CreditFact::Revoked { .. } => FactType::CreditRevoked,
        }
    }

    /// Replaces every handle of a record besides the one that it is about.
    pub(crate) fn replace_handles(&mut self, give: &mut Give<'_>) {
        match self {
            CreditFact::Issued { credit, invoice } => {
                credit.replace_handles(give);
                invoice.iter_mut().for_each(|by| handle(by, give));
            }
            CreditFact::Applied { invoice, .. } | CreditFact::Restored { invoice, .. } => {
                handle(invoice, give)
            }
            CreditFact::Revoked { invoice, .. } => {
                invoice.iter_mut().for_each(|of| handle(of, give))
            }
            CreditFact::Expired { .. } => {}
        }
    }
}
