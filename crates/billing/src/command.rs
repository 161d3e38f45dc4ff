//! What can be asked for. Each command is decided in a file of its own.

use std::sync::Arc;

use calendar::{Term, Timestamp};
use money::{Amount, Currency};

use crate::credit::{CreditValue, Origin};
use crate::id::{CreditHandle, InvoiceHandle, OneTimeHandle, SubscriptionHandle};
use crate::invoice::PaymentKind;
use crate::one_time::OneTimeItem;
use crate::pricing::{Configuration, ProductPricing, QuantityBounds};
use crate::subscription::{Behaviour, Changes, NewDiscount, Proration, Refund, Timing};

/// Something to decide.
#[derive(Clone, Debug)]
pub enum Command {
    /// Whatever is due.
    RunDue,
    Subscribe(Box<Subscribe>),
    /// A credit of money or units.
    Grant(Box<Grant>),
    /// Takes back what is left of a credit.
    RevokeCredit(CreditHandle),
    /// Takes from the credits of a customer what was used outside of any invoice.
    Consume(Box<Consume>),
    /// Makes a draft final before its time.
    Finalize(InvoiceHandle),
    Void(InvoiceHandle),
    MarkPaid(Box<MarkPaid>),
    /// Bills the lines of a void invoice again.
    Reissue(InvoiceHandle),
    PatchInvoice {
        invoice: InvoiceHandle,
        due_date: Option<Timestamp>,
    },
    PatchSubscription(Box<PatchSubscription>),
    /// Bills a parked subscription again.
    Retry(SubscriptionHandle),
    Change(Box<AskChange>),
    UndoChange(SubscriptionHandle),
    Cancel(Box<AskCancel>),
    UndoCancel(SubscriptionHandle),
    /// Moves the end of a trial.
    Extend {
        subscription: SubscriptionHandle,
        end: Timestamp,
    },
    Pause(AskPause),
    Resume(SubscriptionHandle),
    /// Bills the coming billing date now.
    BillNext(SubscriptionHandle),
    /// Bills here what a customer had that was managed elsewhere until now.
    TakeOver(Arc<str>),
    /// Bills at once what waits: others pay from now on.
    SettleWaiting(Box<SettleWaiting>),
    /// Charges things that are bought once.
    ChargeOnce(Box<AskOneTimes>),
    /// Drops a one-time charge that is not billed yet.
    DropOneTime(OneTimeHandle),
    /// Objects came, went or became others.
    CountObjects,
}

/// Others pay from an instant on. What was due before it has happened, nothing else has.
#[derive(Clone, Debug)]
pub struct SettleWaiting {
    /// Who pays for each of these subscriptions.
    pub subscriptions: Vec<(SubscriptionHandle, Arc<str>)>,
    /// The customers of whom nothing waits any more.
    pub customers: Vec<Arc<str>>,
    pub at: Timestamp,
}

/// One-time charges that are asked for together.
#[derive(Clone, Debug)]
pub struct AskOneTimes {
    /// Whose they are.
    pub customer: Arc<str>,
    pub items: Vec<OneTimeItem>,
    pub currency: Currency,
    /// On the next invoice of the customer, not on one of its own.
    pub next: bool,
    /// When its own invoice is made; now where that is past or absent.
    pub at: Option<Timestamp>,
    pub auto_charges: bool,
    pub due_days: Option<u32>,
    pub discounts: Vec<NewDiscount>,
}

/// A change that is asked for.
#[derive(Clone, Debug)]
pub struct AskChange {
    pub subscription: SubscriptionHandle,
    pub timing: Timing,
    pub custom_date: Option<Timestamp>,
    pub proration: Proration,
    pub wanted: Changes,
}

/// A cancel that is asked for.
#[derive(Clone, Debug)]
pub struct AskCancel {
    pub subscription: SubscriptionHandle,
    pub timing: Timing,
    pub custom_end: Option<Timestamp>,
    pub refund: Refund,
    pub remaining_balance: bool,
    pub pending_invoices: bool,
}

/// A pause that is asked for.
#[derive(Clone, Debug)]
pub struct AskPause {
    pub subscription: SubscriptionHandle,
    pub behaviour: Behaviour,
    pub resume: Option<Timestamp>,
}

/// A change that comes with a new subscription, for a date.
#[derive(Clone, Debug)]
pub struct ScheduledChange {
    pub at: Timestamp,
    pub wanted: Changes,
}

/// A new subscription.
#[derive(Clone, Debug)]
pub struct Subscribe {
    /// Whose it is.
    pub customer: Arc<str>,
    pub pricings: Vec<Wanted>,
    pub start: Option<Timestamp>,
    pub end: Option<Timestamp>,
    pub anchor: Option<Timestamp>,
    pub renewal: Option<Timestamp>,
    pub term: Option<Term>,
    pub auto_renews: bool,
    pub auto_charges: bool,
    pub past_invoices: bool,
    pub due_days: Option<u32>,
    pub grace: u32,
    pub minimum: Option<Amount>,
    pub discounts: Vec<NewDiscount>,
    /// The end of a trial, where it begins with one.
    pub trial: Option<Timestamp>,
    pub changes: Vec<ScheduledChange>,
    /// Its lines are not taxed.
    pub untaxed: bool,
    /// Billed with its first invoice.
    pub onetime_items: Vec<OneTimeItem>,
}

/// A pricing that is wanted, with a configuration for each component.
#[derive(Clone, Debug)]
pub struct Wanted {
    pub pricing: Arc<ProductPricing>,
    pub configurations: Vec<Configuration>,
    /// The bounds of each quantity, where there are any.
    pub bounds: Vec<QuantityBounds>,
}

/// A credit to be given.
#[derive(Clone, Debug)]
pub struct Grant {
    /// Whose it is.
    pub customer: Arc<str>,
    pub name: String,
    pub value: CreditValue,
    pub origin: Origin,
    pub expires: Option<Timestamp>,
    pub subscription: Option<SubscriptionHandle>,
    pub products: Vec<Arc<str>>,
    /// Open invoices that it pays at once.
    pub applies_to: AppliesTo,
}

/// Which open invoices a new credit of money pays at once, the oldest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AppliesTo {
    Nothing,
    All,
    These(Vec<InvoiceHandle>),
}

/// Something that was used outside of any invoice. It takes what it can get of the credits of the
/// customer, in their order, or nothing where that is not all.
#[derive(Clone, Debug)]
pub struct Consume {
    /// Whose credits are used.
    pub customer: Arc<str>,
    pub value: CreditValue,
    /// Of this one alone.
    pub credit: Option<CreditHandle>,
    /// For this subscription: credits of others are left alone.
    pub subscription: Option<SubscriptionHandle>,
    pub note: Option<String>,
}

/// Money that came outside the service.
#[derive(Clone, Debug)]
pub struct MarkPaid {
    pub invoice: InvoiceHandle,
    /// All that is due where absent.
    pub amount: Option<Amount>,
    pub kind: PaymentKind,
    pub date: Option<Timestamp>,
    pub note: Option<String>,
}

/// What may be changed of a subscription without a change of its pricings. Outer absence keeps a
/// value, inner absence clears it.
#[derive(Clone, Debug)]
pub struct PatchSubscription {
    pub subscription: SubscriptionHandle,
    pub auto_charges: Option<bool>,
    pub due_days: Option<Option<u32>>,
    pub minimum: Option<Option<Amount>>,
}

impl Subscribe {
    /// Starts now, renews, and has nothing else.
    pub fn to(customer: impl Into<Arc<str>>, plans: Vec<Wanted>) -> Subscribe {
        Subscribe {
            customer: customer.into(),
            pricings: plans,
            start: None,
            end: None,
            anchor: None,
            renewal: None,
            term: None,
            auto_renews: true,
            auto_charges: false,
            past_invoices: false,
            due_days: None,
            grace: 0,
            minimum: None,
            discounts: Vec::new(),
            trial: None,
            changes: Vec::new(),
            untaxed: false,
            onetime_items: Vec::new(),
        }
    }
}

impl Wanted {
    /// A pricing as it is, with one licence of everything.
    pub fn new(pricing: Arc<ProductPricing>) -> Wanted {
        let configs = pricing.components.iter().map(|_| Configuration::default()).collect();
        Wanted { pricing, configurations: configs, bounds: Vec::new() }
    }
}
