//! Of which kind a fact is, and of whom it tells.

use crate::fact::Fact;
use crate::fact::event::FactType;
use crate::id::Handle;

impl Fact {
    /// The invoice that it is told of.
    pub fn invoice(&self) -> Option<&Handle> {
        match self {
            Fact::InvoiceDrafted(own)
            | Fact::InvoiceFinalized(own)
            | Fact::InvoiceForgiven(own) => Some(&own.id),
            Fact::InvoiceUpdated { invoice, .. }
            | Fact::PaymentRecorded { invoice, .. }
            | Fact::PaymentRefunded { invoice, .. }
            | Fact::PaymentWithdrawn { invoice, .. }
            | Fact::InvoiceVoided { invoice, .. } => Some(invoice),
            _ => None,
        }
    }

    /// The subscription that it tells of.
    pub fn subscription(&self) -> Option<&Handle> {
        match self {
            Fact::SubscriptionCreated(own) => Some(&own.id),
            Fact::SubscriptionStarted { subscription, .. }
            | Fact::SubscriptionBilled { subscription, .. }
            | Fact::SubscriptionRenewed { subscription, .. }
            | Fact::SubscriptionEnded { subscription, .. }
            | Fact::SubscriptionParked { subscription, .. }
            | Fact::SubscriptionRetried { subscription, .. }
            | Fact::SubscriptionUpdated { subscription, .. }
            | Fact::SubscriptionValued { subscription, .. }
            | Fact::TrialExtended { subscription, .. }
            | Fact::ChangeScheduled { subscription, .. }
            | Fact::ChangeDropped { subscription, .. }
            | Fact::LinesWaiting { subscription, .. }
            | Fact::CancelAsked { subscription, .. }
            | Fact::CancelUndone { subscription, .. }
            | Fact::SubscriptionCancelled { subscription, .. }
            | Fact::SubscriptionPaused { subscription, .. }
            | Fact::SubscriptionResumed { subscription, .. }
            | Fact::DiscountRevoked { subscription, .. }
            | Fact::DiscountExpired { subscription, .. } => Some(subscription),
            Fact::TrialConverted { after, .. } | Fact::SubscriptionChanged { after, .. } => {
                Some(&after.id)
            }
            Fact::InvoiceDrafted(_)
            | Fact::InvoiceFinalized(_)
            | Fact::InvoiceForgiven(_)
            | Fact::PaymentRefunded { .. }
            | Fact::PaymentWithdrawn { .. }
            | Fact::InvoiceUpdated { .. }
            | Fact::PaymentRecorded { .. }
            | Fact::InvoiceVoided { .. }
            | Fact::CreditIssued { .. }
            | Fact::CreditApplied { .. }
            | Fact::CreditRestored { .. }
            | Fact::CreditExpired { .. }
            | Fact::CreditRevoked { .. } => None,
        }
    }

    /// The kind of fact, which names it in the log and in webhooks.
    pub fn kind(&self) -> FactType {
        match self {
            Fact::SubscriptionCreated(_) => FactType::SubscriptionCreated,
            Fact::SubscriptionStarted { .. } => FactType::SubscriptionStarted,
            Fact::SubscriptionBilled { .. } => FactType::SubscriptionBilled,
            Fact::SubscriptionRenewed { .. } => FactType::SubscriptionRenewed,
            Fact::SubscriptionEnded { .. } => FactType::SubscriptionEnded,
            Fact::SubscriptionParked { .. } => FactType::SubscriptionParked,
            Fact::SubscriptionRetried { .. } => FactType::SubscriptionRetried,
            Fact::SubscriptionUpdated { .. } => FactType::SubscriptionUpdated,
            Fact::SubscriptionValued { .. } => FactType::SubscriptionValued,
            Fact::TrialExtended { .. } => FactType::SubscriptionTrialExtended,
            Fact::TrialConverted { .. } => FactType::SubscriptionTrialConverted,
            Fact::ChangeScheduled { .. } => FactType::SubscriptionChangeScheduled,
            Fact::ChangeDropped { .. } => FactType::SubscriptionChangeDropped,
            Fact::SubscriptionChanged { .. } => FactType::SubscriptionChanged,
            Fact::LinesWaiting { .. } => FactType::SubscriptionLinesWaiting,
            Fact::CancelAsked { .. } => FactType::SubscriptionCancelAsked,
            Fact::CancelUndone { .. } => FactType::SubscriptionCancelUndone,
            Fact::SubscriptionCancelled { .. } => FactType::SubscriptionCancelled,
            Fact::SubscriptionPaused { .. } => FactType::SubscriptionPaused,
            Fact::SubscriptionResumed { .. } => FactType::SubscriptionResumed,
            Fact::DiscountRevoked { .. } => FactType::DiscountRevoked,
            Fact::DiscountExpired { .. } => FactType::DiscountExpired,
            Fact::InvoiceDrafted(_) => FactType::InvoiceDrafted,
            Fact::InvoiceFinalized(_) => FactType::InvoiceFinalized,
            Fact::InvoiceForgiven(_) => FactType::InvoiceForgiven,
            Fact::PaymentRefunded { .. } => FactType::InvoicePaymentRefunded,
            Fact::PaymentWithdrawn { .. } => FactType::InvoicePaymentWithdrawn,
            Fact::InvoiceUpdated { .. } => FactType::InvoiceUpdated,
            Fact::PaymentRecorded { .. } => FactType::InvoicePaymentRecorded,
            Fact::InvoiceVoided { .. } => FactType::InvoiceVoided,
            Fact::CreditIssued { .. } => FactType::CreditIssued,
            Fact::CreditApplied { .. } => FactType::CreditApplied,
            Fact::CreditRestored { .. } => FactType::CreditRestored,
            Fact::CreditExpired { .. } => FactType::CreditExpired,
            Fact::CreditRevoked { .. } => FactType::CreditRevoked,
        }
    }
}
