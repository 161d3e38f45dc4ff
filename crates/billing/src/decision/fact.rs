//! What a decision says happened. Amounts, dates and states are all here: whoever applies a fact
//! adds ids, numbers and log positions and has nothing left to decide.

use calendar::Timestamp;
use money::Amount;

use crate::fact::FactType;
use crate::snapshot::rename::handle;
use crate::snapshot::{Credit, Give, Handle, Invoice, Payment, Progress, Subscription, Worth};

/// One thing that happened.
#[derive(Clone, Debug)]
pub enum Fact {
    SubscriptionCreated(Box<Subscription>),
    SubscriptionStarted {
        subscription: Handle,
        at: Timestamp,
    },
    /// Periods were closed and opened; `next` is the next date that may bill.
    SubscriptionBilled {
        subscription: Handle,
        at: Timestamp,
        progress: Box<Progress>,
        next: Option<Timestamp>,
    },
    SubscriptionRenewed {
        subscription: Handle,
        at: Timestamp,
        number: i64,
        next: Timestamp,
    },
    SubscriptionEnded {
        subscription: Handle,
        at: Timestamp,
    },
    SubscriptionParked {
        subscription: Handle,
        at: Timestamp,
        reason: String,
    },
    SubscriptionRetried {
        subscription: Handle,
        at: Timestamp,
    },
    SubscriptionUpdated {
        subscription: Handle,
        at: Timestamp,
        auto_charges: bool,
        due_days: Option<u32>,
        minimum: Option<Amount>,
    },
    SubscriptionValued {
        subscription: Handle,
        at: Timestamp,
        worth: Worth,
    },
    DiscountExpired {
        subscription: Handle,
        discount: Handle,
        at: Timestamp,
    },
    InvoiceDrafted(Box<Invoice>),
    InvoiceFinalized(Box<Invoice>),
    InvoiceUpdated {
        invoice: Handle,
        at: Timestamp,
        due_date: Timestamp,
    },
    /// `settles` where nothing is due any more.
    PaymentRecorded {
        invoice: Handle,
        at: Timestamp,
        payment: Payment,
        settles: bool,
    },
    /// A final one gets a number in the series of credit notes.
    InvoiceVoided {
        invoice: Handle,
        at: Timestamp,
        refunded: Amount,
        credit_note: bool,
    },
    CreditIssued {
        credit: Box<Credit>,
        invoice: Option<Handle>,
    },
    CreditApplied {
        credit: Handle,
        invoice: Handle,
        at: Timestamp,
        amount: Amount,
    },
    CreditRestored {
        credit: Handle,
        invoice: Handle,
        at: Timestamp,
        amount: Amount,
        expires: Option<Timestamp>,
    },
    CreditExpired {
        credit: Handle,
        at: Timestamp,
        amount: Amount,
    },
    CreditRevoked {
        credit: Handle,
        invoice: Option<Handle>,
        at: Timestamp,
        amount: Amount,
    },
}

impl Fact {
    /// Replaces every handle by what `give` answers for it.
    pub fn rename(&mut self, give: &mut Give<'_>) {
        match self {
            Fact::SubscriptionCreated(own) => own.rename(give),
            Fact::InvoiceDrafted(own) | Fact::InvoiceFinalized(own) => own.rename(give),
            Fact::CreditIssued { credit, invoice } => {
                credit.rename(give);
                invoice.iter_mut().for_each(|own| handle(own, give));
            }
            Fact::SubscriptionStarted { subscription, .. }
            | Fact::SubscriptionBilled { subscription, .. }
            | Fact::SubscriptionRenewed { subscription, .. }
            | Fact::SubscriptionEnded { subscription, .. }
            | Fact::SubscriptionParked { subscription, .. }
            | Fact::SubscriptionRetried { subscription, .. }
            | Fact::SubscriptionUpdated { subscription, .. }
            | Fact::SubscriptionValued { subscription, .. } => handle(subscription, give),
            Fact::DiscountExpired { subscription, discount, .. } => {
                handle(subscription, give);
                handle(discount, give);
            }
            Fact::InvoiceUpdated { invoice, .. }
            | Fact::PaymentRecorded { invoice, .. }
            | Fact::InvoiceVoided { invoice, .. } => handle(invoice, give),
            Fact::CreditApplied { credit, invoice, .. }
            | Fact::CreditRestored { credit, invoice, .. } => {
                handle(credit, give);
                handle(invoice, give);
            }
            Fact::CreditExpired { credit, .. } => handle(credit, give),
            Fact::CreditRevoked { credit, invoice, .. } => {
                handle(credit, give);
                invoice.iter_mut().for_each(|own| handle(own, give));
            }
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
            | Fact::DiscountExpired { subscription, .. } => Some(subscription),
            Fact::InvoiceDrafted(_)
            | Fact::InvoiceFinalized(_)
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
            Fact::DiscountExpired { .. } => FactType::DiscountExpired,
            Fact::InvoiceDrafted(_) => FactType::InvoiceDrafted,
            Fact::InvoiceFinalized(_) => FactType::InvoiceFinalized,
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
