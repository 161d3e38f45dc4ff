//! A line of an invoice, as far as discounts, taxes and credits look at it.

use calendar::Timestamp;
use money::{Amount, Ratio};

/// A rounded line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub amount: Amount,
    /// Billed units times the share of the period, for discounts per unit.
    pub units: Ratio,
    pub kind: LineKind,
    pub scope: LineScope,
    pub billed: Billed,
    /// The tax rates that apply, by their places in the list of the invoice.
    pub rates: Vec<usize>,
    /// What comes back of tax is at most this, by rate; absent where nothing bounds it.
    pub most_tax: Vec<(usize, i64)>,
    /// Tax that was agreed on, by rate: it is not computed.
    pub agreed_tax: Vec<(usize, i64)>,
    /// Whether the rest of a running period is charged, where a change put it on.
    pub prorated: bool,
    /// Lines of one group are taxed together: in a rollup, those of one child.
    pub group: usize,
    /// Discounts are for lines of their own part.
    pub part: usize,
}

/// What kind of charge a line is, which decides which discounts reach it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    Recurring,
    OneTime,
    /// Never discounted.
    MinimumSpend,
    /// Buys a credit of money: an advance payment, never discounted.
    CreditPurchase,
}

/// What a line is for, by id.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineScope {
    pub subscription: Option<String>,
    pub product: Option<String>,
    pub product_pricing: Option<String>,
    pub item_pricing: Option<String>,
    /// The order that a one-time charge came with.
    pub one_time: Option<String>,
    pub one_time_charge: Option<String>,
}

/// When a line was billed, which decides whether an expiring credit may still pay it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Billed {
    /// At the start of its period: a credit must live on at this instant.
    Advance(Timestamp),
    /// For a period that ended here: a credit must have lived until then.
    Arrears(Timestamp),
}

impl Billed {
    /// Whether a credit with this expiry may pay.
    pub fn before(self, expires: Option<Timestamp>) -> bool {
        let Some(expires) = expires else { return true };
        match self {
            Billed::Advance(at) => at < expires,
            Billed::Arrears(end) => end <= expires,
        }
    }
}

impl Line {
    /// A recurring line in advance, without taxes or scope.
    pub fn new(amount: Amount, at: Timestamp) -> Line {
        Line {
            amount,
            units: Ratio::ONE,
            kind: LineKind::Recurring,
            scope: LineScope::default(),
            billed: Billed::Advance(at),
            rates: Vec::new(),
            most_tax: Vec::new(),
            agreed_tax: Vec::new(),
            prorated: false,
            group: 0,
            part: 0,
        }
    }
}
