//! What can happen to a credit.

use calendar::Timestamp;

use crate::credit::{Credit, CreditValue, PaidUsage};
use crate::fact::event::FactType;
use crate::fact::handles::{Give, handle};
use crate::id::{InvoiceHandle, SubscriptionHandle};

/// What happened to a credit.
#[derive(Clone, Debug)]
pub enum CreditFact {
    Issued {
        credit: Box<Credit>,
        invoice: Option<InvoiceHandle>,
    },
    /// `usage` where it is units that would have been charged.
    Applied {
        invoice: InvoiceHandle,
        value: CreditValue,
        usage: Option<PaidUsage>,
    },
    Restored {
        invoice: InvoiceHandle,
        value: CreditValue,
        expires: Option<Timestamp>,
        usage: Option<PaidUsage>,
    },
    /// Used outside of any invoice.
    Consumed {
        value: CreditValue,
        subscription: Option<SubscriptionHandle>,
        note: Option<String>,
    },
    Expired {
        value: CreditValue,
    },
    /// With the invoice whose void or giving back takes it, where one does.
    Revoked {
        invoice: Option<InvoiceHandle>,
        value: CreditValue,
    },
}

impl CreditFact {
    pub(crate) fn kind(&self) -> FactType {
        match self {
            CreditFact::Issued { .. } => FactType::CreditIssued,
            CreditFact::Applied { .. } => FactType::CreditApplied,
            CreditFact::Restored { .. } => FactType::CreditRestored,
            CreditFact::Consumed { .. } => FactType::CreditConsumed,
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
            CreditFact::Applied { invoice, usage, .. }
            | CreditFact::Restored { invoice, usage, .. } => {
                handle(invoice, give);
                usage.iter_mut().for_each(|of| handle(&mut of.subscription, give));
            }
            CreditFact::Consumed { subscription, .. } => {
                subscription.iter_mut().for_each(|of| handle(of, give))
            }
            CreditFact::Revoked { invoice, .. } => {
                invoice.iter_mut().for_each(|of| handle(of, give))
            }
            CreditFact::Expired { .. } => {}
        }
    }
}
