//! A subscription in its full billing state.

use std::sync::Arc;

use calendar::{Anchor, CalendarError, Grid, Term, Timestamp};
use money::{Amount, Currency};
use serde::{Deserialize, Serialize};

use crate::id::SubscriptionHandle;
use crate::invoice::{Line, Role};
use crate::period::{BillingState, monthly_factor};
use crate::subscription::discount::Discount;
use crate::subscription::lifecycle::Lifecycle;

/// What a customer buys again and again.
#[derive(Clone, Debug)]
pub struct Subscription {
    pub id: SubscriptionHandle,
    /// Whose it is; another may pay for it.
    pub customer: Arc<str>,
    pub status: Status,
    pub terms: Terms,
    /// Ends it, whether or not it renews.
    pub end: Option<Timestamp>,
    pub renewals: Renewals,
    pub discounts: Vec<Discount>,
    /// What it is billed for, and how far.
    pub state: BillingState,
    pub lifecycle: Lifecycle,
    pub recurring_revenue: RecurringRevenue,
    /// Why its billing stands still.
    pub parked: Option<String>,
}

/// What was agreed; no billing date changes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    #[serde(with = "calendar::micros")]
    pub created: Timestamp,
    pub currency: Currency,
    #[serde(with = "calendar::micros")]
    pub start: Timestamp,
    /// All periods are counted from here, in the zone that the company had.
    pub anchor: Anchor,
    pub term: Term,
    pub auto_renews: bool,
    pub auto_charges: bool,
    pub due_days: Option<u32>,
    /// Seconds that an invoice with metered lines waits for late usage.
    pub grace: u32,
    /// Its lines are not taxed: that was agreed when it was made.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub untaxed: bool,
    /// On the shortest frequency of all components.
    pub minimum: Option<Amount>,
    /// When the first periods are opened: the start, or later when the past stays unbilled.
    #[serde(with = "calendar::micros")]
    pub first_billing_date: Timestamp,
    /// Invoices up to here were made for the past and are not charged automatically.
    #[serde(with = "calendar::micros::optional", default, skip_serializing_if = "Option::is_none")]
    pub past_until: Option<Timestamp>,
    /// When its customer was taken over from elsewhere.
    #[serde(with = "calendar::micros::optional", default, skip_serializing_if = "Option::is_none")]
    pub taken_over: Option<Timestamp>,
}

/// Where a subscription is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Status {
    Pending,
    Active,
    Unpaid,
    Cancelled,
    Ended,
}

/// Renewal dates, all counted from one base.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Renewals {
    pub base: Anchor,
    /// Which one comes next.
    pub next: i64,
    /// When it comes.
    #[serde(with = "calendar::micros")]
    pub date: Timestamp,
    /// When the running term began, unless it is the first.
    #[serde(with = "calendar::micros::optional", default, skip_serializing_if = "Option::is_none")]
    pub last: Option<Timestamp>,
}

/// Recurring revenue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecurringRevenue {
    #[serde(with = "money::compact")]
    pub mrr: Amount,
    #[serde(with = "money::compact")]
    pub arr: Amount,
}

impl Subscription {
    pub fn is_live(&self) -> bool {
        matches!(self.status, Status::Active | Status::Unpaid)
    }

    /// Whether it was cancelled, or its last term is over.
    pub fn is_over(&self) -> bool {
        matches!(self.status, Status::Cancelled | Status::Ended)
    }

    /// Whether a pricing of it is of this product.
    pub fn has_product(&self, id: &str) -> bool {
        self.state.pricings.iter().any(|subscribed| *subscribed.pricing.product == *id)
    }

    /// From when on it is paid for: its start, or the end of its trial.
    pub fn served_from(&self) -> Timestamp {
        self.lifecycle.converted.unwrap_or(self.terms.start)
    }

    /// The end that is known: the given one, or that of a term, or a trial, that is not renewed.
    pub fn known_end(&self) -> Option<Timestamp> {
        let term = self.lifecycle.trial.map_or(self.renewals.date, |trial| trial.end);
        let term_end = (!self.terms.auto_renews).then_some(term);
        match (self.end, term_end) {
            (Some(end), Some(term)) => Some(end.min(term)),
            (end, term) => end.or(term),
        }
    }

    /// When the next term begins, if one does. A trial has none.
    pub fn renews_at(&self) -> Option<Timestamp> {
        Some(self.renewals.date)
            .filter(|_| self.terms.auto_renews && self.lifecycle.trial.is_none())
    }

    /// When the next invoice may be made: the earliest end of a period that runs, also of a removed
    /// component, the first of one that is still to begin, or the end of a trial.
    pub fn next_billing_date(&self) -> Option<Timestamp> {
        if let Some(trial) = self.lifecycle.trial.filter(|_| !self.is_over()) {
            return Some(trial.end);
        }
        if !self.is_live() {
            return (self.status == Status::Pending).then_some(self.terms.first_billing_date);
        }
        self.state.next().or(Some(self.terms.first_billing_date))
    }

    /// The metrics that it prices, or will after a change that waits.
    pub fn metrics(&self) -> impl Iterator<Item = &str> {
        let now = self.state.pricings.iter().map(|subscribed| &subscribed.pricing);
        let changes =
            self.lifecycle.changes.iter().filter_map(|change| change.wanted.pricings.as_ref());
        let pricings = now.chain(changes.flatten().map(|picked| &picked.pricing));
        pricings
            .flat_map(|pricing| &pricing.components)
            .filter_map(|component| component.metric.as_deref())
    }

    /// The next boundary of the longest frequency.
    pub fn period_end(&self, at: Timestamp) -> Result<Timestamp, CalendarError> {
        let terms = self.state.components().map(|(_, state)| state.component.term);
        let longest = terms.min_by_key(|term| monthly_factor(*term)).unwrap_or(self.terms.term);
        self.grid(longest)?.next_boundary_after(at)
    }

    /// The end of the whole period that a line billed in advance is a part of.
    pub fn running_until(&self, line: &Line) -> Timestamp {
        if line.role == Role::Advance {
            return line.period.end;
        }
        let grid = line.component.as_ref().and_then(|component| self.grid(component.term).ok());
        let period = grid.and_then(|grid| grid.period_containing(line.period.start).ok());
        period.map_or(line.period.end, |period| period.end.max(line.period.end))
    }

    pub fn grid(&self, term: Term) -> Result<Grid, CalendarError> {
        Grid::new(self.terms.anchor.clone(), term)
    }
}

impl Renewals {
    /// The number and date of the renewal after the coming one. Dates that a zone makes equal, as
    /// where it skips a day, are one.
    pub fn after(&self, term: Term) -> Result<(i64, Timestamp), CalendarError> {
        let grid = Grid::new(self.base.clone(), term)?;
        let number = grid.index_at(self.date)?.max(self.next).saturating_add(1);
        Ok((number, grid.boundary(number)?))
    }
}
