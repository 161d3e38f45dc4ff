//! What a fact made that whoever asked for it is answered with. Every fact is named, so that a new
//! one cannot be passed over.

use super::Fact;
use crate::snapshot::{Credit, Invoice};

impl Fact {
    /// The invoice that it made final.
    pub fn finalized(&self) -> Option<&Invoice> {
        match self {
            Fact::InvoiceFinalized(invoice) => Some(invoice),
            Fact::SubscriptionCreated(_)
            | Fact::SubscriptionStarted { .. }
            | Fact::SubscriptionBilled { .. }
            | Fact::SubscriptionRenewed { .. }
            | Fact::SubscriptionEnded { .. }
            | Fact::SubscriptionParked { .. }
            | Fact::SubscriptionRetried { .. }
            | Fact::SubscriptionUpdated { .. }
            | Fact::SubscriptionValued { .. }
            | Fact::TrialExtended { .. }
            | Fact::TrialConverted { .. }
            | Fact::ChangeScheduled { .. }
            | Fact::ChangeDropped { .. }
            | Fact::SubscriptionChanged { .. }
            | Fact::LinesWaiting { .. }
            | Fact::CancelAsked { .. }
            | Fact::CancelUndone { .. }
            | Fact::SubscriptionCancelled { .. }
            | Fact::SubscriptionPaused { .. }
            | Fact::SubscriptionResumed { .. }
            | Fact::DiscountRevoked { .. }
            | Fact::DiscountExpired { .. }
            | Fact::InvoiceDrafted(_)
            | Fact::InvoiceForgiven(_)
            | Fact::PaymentRefunded { .. }
            | Fact::InvoiceUpdated { .. }
            | Fact::PaymentRecorded { .. }
            | Fact::PaymentWithdrawn { .. }
            | Fact::InvoiceVoided { .. }
            | Fact::CreditIssued { .. }
            | Fact::CreditApplied { .. }
            | Fact::CreditRestored { .. }
            | Fact::CreditExpired { .. }
            | Fact::CreditRevoked { .. } => None,
        }
    }

    /// The credit that it gave.
    pub fn issued(&self) -> Option<&Credit> {
        match self {
            Fact::CreditIssued { credit, .. } => Some(credit),
            Fact::SubscriptionCreated(_)
            | Fact::SubscriptionStarted { .. }
            | Fact::SubscriptionBilled { .. }
            | Fact::SubscriptionRenewed { .. }
            | Fact::SubscriptionEnded { .. }
            | Fact::SubscriptionParked { .. }
            | Fact::SubscriptionRetried { .. }
            | Fact::SubscriptionUpdated { .. }
            | Fact::SubscriptionValued { .. }
            | Fact::TrialExtended { .. }
            | Fact::TrialConverted { .. }
            | Fact::ChangeScheduled { .. }
            | Fact::ChangeDropped { .. }
            | Fact::SubscriptionChanged { .. }
            | Fact::LinesWaiting { .. }
            | Fact::CancelAsked { .. }
            | Fact::CancelUndone { .. }
            | Fact::SubscriptionCancelled { .. }
            | Fact::SubscriptionPaused { .. }
            | Fact::SubscriptionResumed { .. }
            | Fact::DiscountRevoked { .. }
            | Fact::DiscountExpired { .. }
            | Fact::InvoiceDrafted(_)
            | Fact::InvoiceFinalized(_)
            | Fact::InvoiceForgiven(_)
            | Fact::PaymentRefunded { .. }
            | Fact::InvoiceUpdated { .. }
            | Fact::PaymentRecorded { .. }
            | Fact::PaymentWithdrawn { .. }
            | Fact::InvoiceVoided { .. }
            | Fact::CreditApplied { .. }
            | Fact::CreditRestored { .. }
            | Fact::CreditExpired { .. }
            | Fact::CreditRevoked { .. } => None,
        }
    }
}
