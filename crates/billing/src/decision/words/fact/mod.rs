//! What a decision says happened. Amounts, dates and states are all here: whoever applies a fact
//! adds ids, numbers and log positions and has nothing left to decide.

mod kind;
mod made;
mod rename;

use calendar::Timestamp;
use money::Amount;

use crate::snapshot::{
    Cancel, Change, Credit, Handle, Invoice, Line, Movement, Pause, Payment, Progress,
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
    /// What a later document had given back is due again, since that one, `by`, is void.
    PaymentWithdrawn {
        invoice: Handle,
        at: Timestamp,
        amount: Amount,
        by: Handle,
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
