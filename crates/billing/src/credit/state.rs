//! A credit as a record with its log. What is left is the sum of the log.

use std::sync::Arc;

use calendar::{Period, Timestamp};
use money::Amount;
use serde::{Deserialize, Serialize};

use crate::credit::log::Action;
use crate::credit::order::{Precedence, Rank, Scope};
use crate::credit::value::CreditValue;
use crate::id::{CreditHandle, Handle, InvoiceHandle, OneTimeHandle, SubscriptionHandle};
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
    /// The line that sold it, where it was bought.
    pub sold: Option<Sold>,
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

/// The line of an invoice that sold a credit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sold {
    pub invoice: InvoiceHandle,
    /// The place of the line.
    pub line: usize,
    /// The subscription that bought it, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subscription: Option<SubscriptionHandle>,
    /// The one-time charge that it was bought by, if it was bought once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub one_time: Option<OneTimeHandle>,
}

/// The usage that a credit of units paid: of one component in one period.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaidUsage {
    pub subscription: SubscriptionHandle,
    /// The id of the component.
    pub component: Arc<str>,
    pub period: Period,
}

/// Which document a credit was made by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreditSource {
    pub invoice: InvoiceHandle,
    pub subscription: Option<SubscriptionHandle>,
    /// The net part of what was issued; the rest is tax.
    pub net: Amount,
    /// The day of the change or cancel that gave it back.
    #[serde(with = "calendar::micros::optional", default, skip_serializing_if = "Option::is_none")]
    pub prorated: Option<Timestamp>,
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

    /// How far it reaches.
    pub fn scope(&self) -> Scope {
        match (&self.subscription, self.products.is_empty()) {
            (Some(_), _) => Scope::Subscription,
            (None, false) => Scope::Product,
            (None, true) => Scope::Customer,
        }
    }

    /// Why it comes when it does among those that pay for a payer.
    pub(crate) fn precedence(&self, payer: &str) -> Precedence {
        let of_child = *self.customer != *payer;
        Precedence { scope: self.scope(), expires: self.expires, of_child }
    }

    /// Its place in the order in which credits are used.
    pub fn rank(&self) -> Rank {
        Rank::new(self.scope(), self.expires, self.created)
    }

    /// Whether its scope has something of a subscription and a product.
    pub fn is_for(
        &self,
        subscription: Option<&SubscriptionHandle>,
        product: Option<&Arc<str>>,
    ) -> bool {
        let own = self.subscription.is_none() || self.subscription.as_ref() == subscription;
        let sold = product.is_some_and(|product| self.products.contains(product));
        own && (self.products.is_empty() || sold)
    }

    /// The credit as the arithmetic of an invoice takes it; units pay nothing.
    pub fn payer(&self) -> Option<totals::Credit> {
        Some(totals::Credit {
            balance: self.money()?,
            rank: self.rank(),
            expires: self.expires,
            subscription: self.subscription.as_ref().map(Handle::to_string),
            products: self.products.iter().map(|id| id.to_string()).collect(),
            group: None,
            bought: self.origin == Origin::Purchase,
        })
    }
}
