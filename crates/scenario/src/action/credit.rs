//! Credits that are given and used, by the names of the scenario.

use calendar::Timestamp;
use money::{Amount, Ratio};

/// Money, or units of an item by its name.
#[derive(Clone, Debug, PartialEq)]
pub enum Held {
    Money(Amount),
    Units(Ratio, String),
}

/// A credit that is given.
#[derive(Clone, Debug)]
pub struct Granting {
    pub customer: String,
    pub value: Held,
    pub until: Option<Timestamp>,
    /// Only for this subscription.
    pub of: Option<String>,
    /// Only for these products.
    pub products: Vec<String>,
    /// The open invoices that it pays at once; all of them where none is named.
    pub pays: Option<Vec<String>>,
}

/// Something that is used outside of any invoice.
#[derive(Clone, Debug)]
pub struct Consuming {
    pub customer: String,
    pub value: Held,
    /// For this subscription.
    pub of: Option<String>,
    /// Of this credit alone.
    pub from: Option<String>,
    pub note: Option<String>,
}
