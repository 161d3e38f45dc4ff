//! What a step of a timeline asks for, by the names of the scenario.

mod credit;
mod discount;

use calendar::{Term, Timestamp};
use money::{Amount, Ratio};

pub use credit::{Consuming, Granting, Held};
pub use discount::{Off, OffScope};

use crate::using::{Placing, Using};

/// One thing to do.
#[derive(Clone, Debug)]
pub enum Action {
    /// Lets time pass.
    Advance,
    /// Does what is due at once, late, as after a standstill.
    CatchUp,
    Subscribe(Box<Subscribing>),
    /// Gives a credit.
    Grant(Box<Granting>),
    /// Takes back what is left of a credit.
    Revoke(String),
    /// Uses credits outside of any invoice.
    Consume(Box<Consuming>),
    Finalize(String),
    Void(String),
    Reissue(String),
    Pay {
        invoice: String,
        amount: Option<Amount>,
        on: Option<Timestamp>,
    },
    Postpone {
        invoice: String,
        to: Timestamp,
    },
    Retry(String),
    /// Sets details of a subscription.
    Set {
        subscription: String,
        due_days: Option<u32>,
        minimum: Option<Option<Amount>>,
        /// Whether the parent of its customer pays.
        parent_billed: Option<bool>,
    },
    /// Gives a customer another parent, or none.
    Move {
        customer: String,
        parent: Option<String>,
    },
    /// Collects what is billed at and below a customer, or does so no longer.
    Rollup {
        customer: String,
        rollup: Option<Rolling>,
    },
    Change(Box<Changing>),
    UndoChange(String),
    Cancel(Box<Cancelling>),
    UndoCancel(String),
    /// Moves the end of a trial.
    Extend {
        subscription: String,
        to: Timestamp,
    },
    Pause {
        subscription: String,
        /// Forgives what would be billed; otherwise drafts are kept.
        void: bool,
        until: Option<Timestamp>,
    },
    Resume(String),
    /// A customer is managed here from now on.
    StartManaging(String),
    /// Bills the coming billing date now.
    BillNext(String),
    /// One-time charges.
    Charge(Box<Charging>),
    /// Gives a customer or a subscription values of its own.
    Entitle {
        whom: String,
        rights: Vec<Right>,
    },
    /// Something was used.
    Use(Box<Using>),
    /// An event says something else.
    Amend(Box<Using>),
    /// An event counts no longer.
    VoidEvent {
        customer: String,
        event: String,
    },
    /// An object comes, becomes another or goes.
    Place(Box<Placing>),
    /// Drops a one-time charge.
    Drop(String),
    Show(String),
    Explain(String),
}

/// How a rollup is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Rolling {
    pub term: Term,
    pub start: Option<Timestamp>,
    pub end: Option<Timestamp>,
    pub due_days: Option<u32>,
    pub charged: bool,
}

/// A value of an entitlement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Right {
    pub key: String,
    pub value: serde_json::Value,
}

/// The name of a price that stands in no catalog.
pub const CUSTOM: &str = "custom";

/// One-time charges that are asked for together.
#[derive(Clone, Debug, Default)]
pub struct Charging {
    pub customer: String,
    pub items: Vec<Once>,
    pub next: bool,
    pub on: Option<Timestamp>,
    pub charged: bool,
    pub due_days: Option<u32>,
    pub offs: Vec<Off>,
}

/// One of them.
#[derive(Clone, Debug)]
pub struct Once {
    pub price: OncePrice,
    pub units: Ratio,
}

/// What it costs.
#[derive(Clone, Debug)]
pub enum OncePrice {
    Pricing(String),
    Custom(Amount),
}

/// A new subscription.
#[derive(Clone, Debug, Default)]
pub struct Subscribing {
    pub customer: String,
    pub name: String,
    pub orders: Vec<Order>,
    pub from: Option<Timestamp>,
    pub until: Option<Timestamp>,
    pub anchor: Option<Timestamp>,
    pub renewal: Option<Timestamp>,
    pub term: Option<Term>,
    pub not_renewing: bool,
    pub charged: bool,
    pub past_invoices: bool,
    /// The parent of its customer pays.
    pub parent_billed: bool,
    pub due_days: Option<u32>,
    pub grace: u32,
    pub minimum: Option<String>,
    pub trial: Option<TrialEnd>,
    pub offs: Vec<Off>,
    /// Entitlements of its own.
    pub entitled: Vec<Right>,
    /// Changes that are agreed beforehand.
    pub changes: Vec<Then>,
    /// Bought once beside it.
    pub once: Vec<Once>,
    /// How it was signed, where a contract makes it: the core is asked for the same.
    pub contract: Option<Signing>,
}

/// How a contract comes to be carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signing {
    /// By the last signature.
    Signed,
    /// By somebody who starts it.
    Started,
}

/// A change that is agreed beforehand.
#[derive(Clone, Debug)]
pub struct Then {
    pub orders: Vec<Order>,
    pub at: Timestamp,
    pub once: Vec<Once>,
}

/// When something takes effect.
#[derive(Clone, Copy, Debug)]
pub enum When {
    Now,
    PeriodEnd,
    Renewal,
    On(Timestamp),
}

/// A change of a subscription.
#[derive(Clone, Debug, Default)]
pub struct Changing {
    pub subscription: String,
    pub orders: Option<Vec<Order>>,
    pub when: Option<When>,
    /// The word of the interface.
    pub proration: Option<&'static str>,
    pub reset_anchor: bool,
    pub term: Option<Term>,
    pub relative_term: bool,
    pub renews: Option<bool>,
    pub charged: Option<bool>,
    pub minimum: Option<Option<Amount>>,
    pub offs: Vec<Off>,
    pub trial: Option<Trying>,
    /// Bought once when it is made.
    pub once: Vec<Once>,
    /// Entitlements of its own from then on, where any are said.
    pub entitled: Vec<Right>,
    /// How it was signed, where a contract makes it.
    pub contract: Option<Signing>,
}

/// What a change makes of a trial.
#[derive(Clone, Copy, Debug)]
pub enum Trying {
    Stays,
    For(Term),
    Over,
}

/// An end that is asked for.
#[derive(Clone, Debug, Default)]
pub struct Cancelling {
    pub subscription: String,
    pub when: Option<When>,
    pub refund: Refunding,
    pub remaining: bool,
    pub pending: bool,
}

/// What is given back.
#[derive(Clone, Copy, Debug, Default)]
pub enum Refunding {
    #[default]
    Nothing,
    Prorated,
    Full,
    Custom(Amount),
}

/// When a trial is over.
#[derive(Clone, Copy, Debug)]
pub enum TrialEnd {
    On(Timestamp),
    After(Term),
}

/// A pricing in a quantity.
#[derive(Clone, Debug)]
pub struct Order {
    pub pricing: String,
    /// What is not said is one, or in a change what there is.
    pub units: Option<Ratio>,
    /// A price of its own.
    pub price: Option<Ratio>,
    /// So many there may be.
    pub most: Option<Ratio>,
}

impl Order {
    /// Whether anything is said of it.
    pub fn is_named(&self) -> bool {
        self.units.is_some() || self.price.is_some() || self.most.is_some()
    }
}
