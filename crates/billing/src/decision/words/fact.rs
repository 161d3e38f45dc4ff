//! What a decision says happened. Amounts, dates and states are all here: whoever applies a fact
//! adds ids, numbers and log positions and has nothing left to decide.

use calendar::Timestamp;
use money::Amount;

use crate::fact::FactType;
use crate::snapshot::rename::handle;
use crate::snapshot::{
    Cancel, Change, Credit, Give, Handle, Invoice, Line, Movement, Pause, Payment, Progress,
    Subscription, Worth,
};

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
    /// `by` is the difference of the monthly value; all of them add up to what it is now.
    SubscriptionValued {
        subscription: Handle,
        at: Timestamp,
        worth: Worth,
        movement: Movement,
        by: Amount,
    },
    /// `renewal` is when the first term will end.
    TrialExtended {
        subscription: Handle,
        at: Timestamp,
        end: Timestamp,
        renewal: Timestamp,
    },
    /// It is paid for from now on; carried whole as it is from then.
    TrialConverted {
        at: Timestamp,
        after: Box<Subscription>,
    },
    /// A change waits for its date; it takes the place of one that was asked for before.
    ChangeScheduled {
        subscription: Handle,
        at: Timestamp,
        change: Box<Change>,
    },
    /// A change that waited will not be made.
    ChangeDropped {
        subscription: Handle,
        change: Handle,
        at: Timestamp,
    },
    /// A change was made; carried whole as it is from then, with the change in `life.changed`.
    SubscriptionChanged {
        at: Timestamp,
        after: Box<Subscription>,
    },
    /// The lines that wait for the next invoice, all of them.
    LinesWaiting {
        subscription: Handle,
        at: Timestamp,
        lines: Vec<Line>,
    },
    /// An end was asked for; `end` is when it comes.
    CancelAsked {
        subscription: Handle,
        at: Timestamp,
        cancel: Box<Cancel>,
    },
    CancelUndone {
        subscription: Handle,
        at: Timestamp,
        end: Option<Timestamp>,
    },
    SubscriptionCancelled {
        subscription: Handle,
        at: Timestamp,
    },
    SubscriptionPaused {
        subscription: Handle,
        at: Timestamp,
        pause: Pause,
    },
    SubscriptionResumed {
        subscription: Handle,
        at: Timestamp,
    },
    DiscountRevoked {
        subscription: Handle,
        discount: Handle,
        at: Timestamp,
    },
    DiscountExpired {
        subscription: Handle,
        discount: Handle,
        at: Timestamp,
    },
    InvoiceDrafted(Box<Invoice>),
    InvoiceFinalized(Box<Invoice>),
    /// Void from the start, without a number: a billing date of a pause.
    InvoiceForgiven(Box<Invoice>),
    /// Money of an invoice went back; it reopens nothing.
    PaymentRefunded {
        invoice: Handle,
        at: Timestamp,
        amount: Amount,
    },
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
    /// What a later invoice had given back is due again, since that one is void.
    PaymentWithdrawn {
        invoice: Handle,
        at: Timestamp,
        amount: Amount,
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
            Fact::ChangeDropped { subscription, change, .. } => {
                handle(subscription, give);
                handle(change, give);
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
            Fact::SubscriptionStarted { subscription, .. }
            | Fact::SubscriptionBilled { subscription, .. }
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
            Fact::DiscountExpired { subscription, discount, .. }
            | Fact::DiscountRevoked { subscription, discount, .. } => {
                handle(subscription, give);
                handle(discount, give);
            }
            Fact::InvoiceUpdated { invoice, .. }
            | Fact::PaymentRecorded { invoice, .. }
            | Fact::PaymentRefunded { invoice, .. }
            | Fact::PaymentWithdrawn { invoice, .. }
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
