//! What a step of a timeline asks for, by the names of the scenario.

use calendar::{Term, Timestamp};
use money::{Amount, Ratio};

/// One thing to do.
#[derive(Clone, Debug)]
pub enum Action {
    /// Lets time pass.
    Advance,
    /// Does what is due at once, late, as after a standstill.
    CatchUp,
    Subscribe(Box<Subscribing>),
    Grant {
        customer: String,
        amount: Amount,
        until: Option<Timestamp>,
        of: Option<String>,
    },
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
    },
    Show(String),
    Explain(String),
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
    pub due_days: Option<u32>,
    pub grace: u32,
    pub minimum: Option<String>,
    pub offs: Vec<Off>,
}

/// A pricing in a quantity.
#[derive(Clone, Debug)]
pub struct Order {
    pub pricing: String,
    pub units: Ratio,
    /// A price of its own.
    pub price: Option<Ratio>,
}

/// A discount.
#[derive(Clone, Debug)]
pub struct Off {
    pub name: String,
    /// `20%` or an amount.
    pub value: String,
    pub per_unit: bool,
    pub pricing: Option<String>,
    pub at_most: Option<String>,
    pub until: Option<Timestamp>,
}
