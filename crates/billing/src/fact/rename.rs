//! Giving names to what a fact is about.

use crate::fact::Fact;
use crate::fact::rename_records::{Give, handle};

impl Fact {
    /// Replaces every handle by what `give` answers for it.
    pub fn rename(&mut self, give: &mut Give<'_>) {
        match self {
            Fact::SubscriptionCreated(own) => own.rename(give),
            Fact::InvoiceDrafted(own)
            | Fact::InvoiceFinalized(own)
            | Fact::InvoiceForgiven(own) => own.rename(give),
            Fact::TrialConverted { after, .. } | Fact::SubscriptionChanged { after, .. } => {
                after.rename(give)
            }
            Fact::ChangeScheduled { subscription, change, .. } => {
                handle(subscription, give);
                handle(&mut change.id, give);
            }
            Fact::LinesWaiting { subscription, lines, .. } => {
                handle(subscription, give);
                lines.iter_mut().for_each(|line| line.rename(give));
            }
            Fact::CancelAsked { subscription, cancel, .. } => {
                handle(subscription, give);
                handle(&mut cancel.id, give);
            }
            Fact::CreditIssued { credit, invoice } => {
                credit.rename(give);
                invoice.iter_mut().for_each(|own| handle(own, give));
            }
            Fact::SubscriptionBilled { subscription, progress, .. } => {
                handle(subscription, give);
                progress.rename(give);
            }
            Fact::PaymentRecorded { invoice, payment, .. } => {
                handle(invoice, give);
                payment.given_by.iter_mut().for_each(|own| handle(own, give));
            }
            Fact::SubscriptionStarted { subscription, .. }
            | Fact::SubscriptionRenewed { subscription, .. }
            | Fact::SubscriptionEnded { subscription, .. }
            | Fact::SubscriptionParked { subscription, .. }
            | Fact::SubscriptionRetried { subscription, .. }
            | Fact::SubscriptionUpdated { subscription, .. }
            | Fact::SubscriptionValued { subscription, .. }
            | Fact::TrialExtended { subscription, .. }
            | Fact::CancelUndone { subscription, .. }
            | Fact::SubscriptionCancelled { subscription, .. }
            | Fact::SubscriptionPaused { subscription, .. }
            | Fact::SubscriptionResumed { subscription, .. } => handle(subscription, give),
            Fact::InvoiceUpdated { invoice, .. }
            | Fact::PaymentRefunded { invoice, .. }
            | Fact::InvoiceVoided { invoice, .. } => handle(invoice, give),
            Fact::ChangeDropped { subscription: one, change: other, .. }
            | Fact::DiscountExpired { subscription: one, discount: other, .. }
            | Fact::DiscountRevoked { subscription: one, discount: other, .. }
            | Fact::PaymentWithdrawn { invoice: one, by: other, .. }
            | Fact::CreditApplied { credit: one, invoice: other, .. }
            | Fact::CreditRestored { credit: one, invoice: other, .. } => {
                handle(one, give);
                handle(other, give);
            }
            Fact::CreditExpired { credit, .. } => handle(credit, give),
            Fact::CreditRevoked { credit, invoice, .. } => {
                handle(credit, give);
                invoice.iter_mut().for_each(|own| handle(own, give));
            }
        }
    }
}
