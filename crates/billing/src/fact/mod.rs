//! What a decision says happened: to a subscription, an invoice, a one-time charge or a
//! credit. Amounts, dates and states are all here: whoever applies a fact adds ids, numbers and log
//! positions and has nothing left to decide.
//!
//! What a fact is stands here, with its name outside in `event`; what it changes stands in
//! `project`. No match over facts has a wildcard, so a new one is asked for wherever it matters.

#![deny(clippy::wildcard_enum_match_arm)]

mod credit;
mod event;
mod handles;
mod invoice;
mod one_time;
mod subscription;

pub use credit::CreditFact;
pub use event::FactType;
pub use handles::Give;
pub use invoice::InvoiceFact;
pub use one_time::OneTimeFact;
pub use subscription::SubscriptionFact;

use std::sync::Arc;

use calendar::Timestamp;

use crate::credit::Credit;
use crate::fact::handles::handle;
use crate::id::{CreditHandle, InvoiceHandle, OneTimeHandle, SubscriptionHandle};
use crate::invoice::{Invoice, Line};
use crate::one_time::OneTime;
use crate::subscription::Subscription;

/// One thing that happened.
#[derive(Clone, Debug)]
pub enum Fact {
    Subscription { subscription: SubscriptionHandle, at: Timestamp, fact: SubscriptionFact },
    Invoice { invoice: InvoiceHandle, at: Timestamp, fact: InvoiceFact },
    Credit { credit: CreditHandle, at: Timestamp, fact: CreditFact },
    OneTime { one_time: OneTimeHandle, at: Timestamp, fact: OneTimeFact },
}

impl Fact {
    /// A new subscription.
    pub fn created(subscription: Subscription) -> Fact {
        let (id, at) = (subscription.id.clone(), subscription.terms.created);
        let fact = SubscriptionFact::Created(Box::new(subscription));
        Fact::Subscription { subscription: id, at, fact }
    }

    /// A subscription that a change made another one.
    pub fn changed(after: Subscription, pending_lines: Arc<[Line]>, at: Timestamp) -> Fact {
        let id = after.id.clone();
        let fact = SubscriptionFact::Changed { after: Box::new(after), pending_lines };
        Fact::Subscription { subscription: id, at, fact }
    }

    /// A subscription whose trial became paid.
    pub fn converted(after: Subscription, at: Timestamp) -> Fact {
        let id = after.id.clone();
        let fact = SubscriptionFact::TrialConverted { after: Box::new(after) };
        Fact::Subscription { subscription: id, at, fact }
    }

    /// An invoice that waits for late usage, or for the end of a pause.
    pub fn drafted(invoice: Invoice, at: Timestamp) -> Fact {
        let id = invoice.id.clone();
        Fact::Invoice { invoice: id, at, fact: InvoiceFact::Drafted(Box::new(invoice)) }
    }

    /// An invoice that is issued.
    pub fn finalized(invoice: Invoice, at: Timestamp) -> Fact {
        let id = invoice.id.clone();
        Fact::Invoice { invoice: id, at, fact: InvoiceFact::Finalized(Box::new(invoice)) }
    }

    /// An invoice that a pause does not collect.
    pub fn waived(invoice: Invoice, at: Timestamp) -> Fact {
        let id = invoice.id.clone();
        Fact::Invoice { invoice: id, at, fact: InvoiceFact::Waived(Box::new(invoice)) }
    }

    /// A new credit, and the document that made it.
    pub fn issued(credit: Credit, invoice: Option<InvoiceHandle>) -> Fact {
        let (id, at) = (credit.id.clone(), credit.created);
        let fact = CreditFact::Issued { credit: Box::new(credit), invoice };
        Fact::Credit { credit: id, at, fact }
    }

    /// The kind of fact, which names it in the log and in webhooks.
    pub fn kind(&self) -> FactType {
        match self {
            Fact::Subscription { fact, .. } => fact.kind(),
            Fact::Invoice { fact, .. } => fact.kind(),
            Fact::Credit { fact, .. } => fact.kind(),
            Fact::OneTime { fact, .. } => fact.kind(),
        }
    }

    /// The subscription that it is about, where it is about one.
    pub fn subscription(&self) -> Option<&SubscriptionHandle> {
        match self {
            Fact::Subscription { subscription, .. } => Some(subscription),
            Fact::Invoice { .. } | Fact::Credit { .. } | Fact::OneTime { .. } => None,
        }
    }

    /// The invoice that it is about, where it is about one.
    pub fn invoice(&self) -> Option<&InvoiceHandle> {
        match self {
            Fact::Invoice { invoice, .. } => Some(invoice),
            Fact::Subscription { .. } | Fact::Credit { .. } | Fact::OneTime { .. } => None,
        }
    }

    /// The whole invoice, where one was made, or made final.
    pub fn invoice_made(&self) -> Option<&Invoice> {
        match self {
            Fact::Invoice { fact, .. } => fact.made(),
            Fact::Subscription { .. } | Fact::Credit { .. } | Fact::OneTime { .. } => None,
        }
    }

    /// The whole subscription, where another one came of it.
    pub fn subscription_after(&self) -> Option<&Subscription> {
        match self {
            Fact::Subscription { fact, .. } => fact.after(),
            Fact::Invoice { .. } | Fact::Credit { .. } | Fact::OneTime { .. } => None,
        }
    }

    /// The same where a change was made.
    pub fn subscription_changed(&self) -> Option<&Subscription> {
        self.subscription_after().filter(|_| self.kind() == FactType::SubscriptionChanged)
    }

    /// The invoice that was issued, where one was.
    pub fn invoice_issued(&self) -> Option<&Invoice> {
        self.invoice_made().filter(|_| self.kind() == FactType::InvoiceFinalized)
    }

    /// The credit that was given, where one was.
    pub fn credit_issued(&self) -> Option<&Credit> {
        match self {
            Fact::Credit { fact: CreditFact::Issued { credit, .. }, .. } => Some(credit),
            Fact::Credit { .. }
            | Fact::Subscription { .. }
            | Fact::Invoice { .. }
            | Fact::OneTime { .. } => None,
        }
    }

    /// The one-time charge that was asked for, where one was.
    pub fn one_time_created(&self) -> Option<&OneTime> {
        match self {
            Fact::OneTime { fact: OneTimeFact::Created(made), .. } => Some(made),
            Fact::OneTime { .. }
            | Fact::Credit { .. }
            | Fact::Subscription { .. }
            | Fact::Invoice { .. } => None,
        }
    }

    /// Replaces every handle by what `give` answers for it.
    pub fn replace_handles(&mut self, give: &mut Give<'_>) {
        match self {
            Fact::Subscription { subscription, fact, .. } => {
                handle(subscription, give);
                fact.replace_handles(give);
            }
            Fact::Invoice { invoice, fact, .. } => {
                handle(invoice, give);
                fact.replace_handles(give);
            }
            Fact::Credit { credit, fact, .. } => {
                handle(credit, give);
                fact.replace_handles(give);
            }
            Fact::OneTime { one_time, fact, .. } => {
                handle(one_time, give);
                fact.replace_handles(give);
            }
        }
    }
}
