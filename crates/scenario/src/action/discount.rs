//! A discount as a step asks for it, and what it is for; nothing is checked here.

use calendar::Timestamp;

/// A discount.
#[derive(Clone, Debug)]
pub struct Off {
    pub name: String,
    /// `20%` or an amount.
    pub value: String,
    pub per_unit: bool,
    /// What it is for, if not for everything that recurs.
    pub of: Option<OffScope>,
    pub at_most: Option<String>,
    pub until: Option<Timestamp>,
}

/// What a discount is for.
#[derive(Clone, Debug)]
pub enum OffScope {
    /// `of basic`
    Pricing(String),
    /// `of basic/api`
    Component(String, String),
    /// `of product suite`
    Product(String),
    /// `of charge O1`
    Charge(String),
}
