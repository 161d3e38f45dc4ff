//! A credit as a record with its log. What is left is the sum of the log.

use std::sync::Arc;

use calendar::Timestamp;
use money::Amount;
use serde::{Deserialize, Serialize};

use crate::credit::log::Action;
use crate::credit::order::{Rank, Scope};
use crate::credit::value::CreditValue;
use crate::id::{CreditHandle, Handle, InvoiceHandle, SubscriptionHandle};
use crate::invoice::totals;

/// Money that pays invoices of its currency, or units that lower what is charged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credit {
    pub id: CreditHandle,
    /// Whose it is: it pays lines of this customer, and all lines of what this customer pays.
    pub customer: Arc<str>,
    pub name: String,
    pub origin: Origin,
    pub issued: CreditValue,
    pub balance: CreditValue,
    pub expires: Option<Timestamp>,
    pub created: Timestamp,
    /// Pays only this subscription.
    pub subscription: Option<SubscriptionHandle>,
    /// Pays only these products; all where empty.
    pub products: Vec<Arc<str>>,
    pub state: CreditState,
    /// The document that it was made by, where that gave something back.
    pub source: Option<CreditSource>,
    /// Complete where all facts were projected; a store keeps its own and may load none.
    pub log: Vec<LogEntry>,
}

/// One line of the log; the value is positive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    pub action: Action,
    pub value: CreditValue,
    pub invoice: Option<InvoiceHandle>,
}

/// Which document a credit was made by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreditSource {
    pub invoice: InvoiceHandle,
    pub subscription: Option<SubscriptionHandle>,
    /// The net part of what was issued; the rest is tax.
    pub net: Amount,
}

/// Where a credit came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Origin {
    Purchase,
    Grant,
    /// What a document gave back.
    Refund,
    /// Money of the customer: overpaid, or freed by a void.
    Payment,
}

impl Origin {
    /// Whether it is money that came in: what it pays is revenue as if paid in cash.
    pub fn is_money(self) -> bool {
        matches!(self, Origin::Payment | Origin::Purchase)
    }
}

/// Where a credit is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CreditState {
    Active,
    Consumed,
    Expired,
    Revoked,
}

impl Credit {
    /// When what is left of it lapses, while there is anything.
    pub fn lapses(&self) -> Option<Timestamp> {
        self.expires.filter(|_| self.state == CreditState::Active)
    }

    /// The money that is left of it; none where it holds units.
    pub fn money(&self) -> Option<Amount> {
        self.balance.money()
    }

    /// The credit as the arithmetic of an invoice takes it; units pay nothing.
    pub fn payer(&self) -> Option<totals::Credit> {
        let scope = match (&self.subscription, self.products.is_empty()) {
            (Some(_), _) => Scope::Subscription,
            (None, false) => Scope::Product,
            (None, true) => Scope::Customer,
        };
        Some(totals::Credit {
            balance: self.money()?,
            rank: Rank::new(scope, self.expires, self.created),
            expires: self.expires,
            subscription: self.subscription.as_ref().map(Handle::to_string),
            products: self.products.iter().map(|id| id.to_string()).collect(),
            group: None,
        })
    }
}
