//! An invoice as a record: lines, what was taken off, taxed and paid, and where it stands.

use std::collections::BTreeSet;
use std::sync::Arc;

use calendar::Timestamp;
use money::{Amount, AmountError, Currency};
use serde::{Deserialize, Serialize};

use crate::id::{
    CancelHandle, ChangeHandle, CreditHandle, DiscountHandle, InvoiceHandle, OneTimeHandle,
    RequestHandle, SubscriptionHandle,
};
use crate::invoice::detail::{CreditDetail, CreditPayment, DiscountDetail, TaxDetail};
use crate::invoice::line::{Line, TaxCredit};
use crate::invoice::reason::Reason;
use crate::invoice::totals::Totals;
use crate::subscription::{OpenAmount, Subscription};

/// A bill to one customer in one currency.
#[derive(Clone, Debug)]
pub struct Invoice {
    pub id: InvoiceHandle,
    /// Whose it is: who uses what it bills.
    pub customer: Arc<str>,
    /// Who pays it.
    pub payer: Arc<str>,
    pub subscription: Option<SubscriptionHandle>,
    pub cause: Cause,
    pub reason: Reason,
    pub currency: Currency,
    pub created: Timestamp,
    /// The boundary it is for, or the instant of its cause.
    pub billing_date: Timestamp,
    pub auto_charges: bool,
    pub due_days: u32,
    pub state: InvoiceState,
    pub lines: Vec<Line>,
    pub discounts: Vec<DiscountDetail>,
    pub taxes: Vec<TaxDetail>,
    pub credits: Vec<CreditDetail>,
    pub totals: Totals,
    pub payments: Vec<Payment>,
    pub refunded: Amount,
    pub reissued_as: Option<InvoiceHandle>,
    /// What other documents that stand give back of its lines: known with the invoice, so that
    /// nothing comes back twice whatever else was loaded.
    pub credited: Vec<Credited>,
    /// What amounts off leave open for later changes; only of an invoice that is being made.
    pub left_open: Vec<(DiscountHandle, Vec<OpenAmount>)>,
    /// The credits that its lines sold, once they were granted.
    pub granted: Vec<CreditHandle>,
}

/// What one document gives back of one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Credited {
    /// The place of the line.
    pub line: usize,
    pub by: InvoiceHandle,
    /// Of its net; positive for what was charged.
    pub amount: Amount,
    /// Of its tax by each rate; positive for what was charged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub taxes: Vec<TaxCredit>,
    /// From when on its time came back.
    #[serde(with = "calendar::micros")]
    pub from: Timestamp,
}

/// What an invoice is made for; there is at most one for each.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    Cycle {
        subscription: SubscriptionHandle,
        at: Timestamp,
    },
    Reissue {
        invoice: InvoiceHandle,
    },
    Change {
        change: ChangeHandle,
    },
    Cancel {
        cancel: CancelHandle,
    },
    /// The coming billing date, before its time.
    Next {
        request: RequestHandle,
    },
    /// One-time charges that are billed by themselves.
    OneTime {
        order: RequestHandle,
    },
    /// What usage that was noticed later comes to, where the subscription is over.
    Adjustment {
        subscription: SubscriptionHandle,
        at: Timestamp,
    },
    /// What a rollup collected in one currency, in parts where it is too much for one invoice.
    Rollup {
        payer: Arc<str>,
        at: Timestamp,
        currency: Currency,
        part: u32,
    },
}

/// Where an invoice stands.
#[derive(Clone, Debug)]
pub enum InvoiceState {
    /// Computed anew, from the subscription as it was, until it is final.
    Draft {
        /// Absent while a pause keeps it.
        until: Option<Timestamp>,
        /// Absent for a rollup, whose lines stay as they were collected but for what is metered.
        basis: Option<Basis>,
    },
    Pending(Issue),
    Paid {
        issue: Issue,
        at: Timestamp,
    },
    Void {
        issue: Option<Issue>,
        at: Timestamp,
    },
}

/// What a draft is computed from again.
#[derive(Clone, Debug)]
pub struct Basis {
    /// As it was when the draft was made.
    pub subscription: Arc<Subscription>,
    /// Those of it that waited then.
    pub pending_lines: Arc<[Line]>,
}

/// The dates of a final invoice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Issue {
    pub date: Timestamp,
    pub due: Timestamp,
}

/// Money that came for an invoice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payment {
    pub kind: PaymentKind,
    /// What it paid of the invoice.
    pub amount: Amount,
    pub date: Timestamp,
    pub note: Option<String>,
    /// The document that gave it, where it is what that gave back.
    pub given_by: Option<InvoiceHandle>,
    /// The credit that paid it, where one was applied when the invoice was issued already.
    pub credit: Option<CreditPayment>,
}

/// How money came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaymentKind {
    Wire,
    Ach,
    Check,
    Cash,
    Card,
    Other,
    /// What a later invoice gave back of this one, or a credit paid that was applied later.
    Credit,
}

impl Invoice {
    /// What payments brought.
    pub fn paid(&self) -> Result<Amount, AmountError> {
        Amount::sum(self.currency, self.payments.iter().map(|payment| payment.amount))
    }

    /// What payments brought in money, not what was given back here.
    pub fn received(&self) -> Result<Amount, AmountError> {
        let money = self.payments.iter().filter(|paid| paid.kind != PaymentKind::Credit);
        Amount::sum(self.currency, money.map(|payment| payment.amount))
    }

    /// What later documents gave back here, which they paid it by.
    pub fn given(&self) -> Result<Amount, AmountError> {
        let given = self.payments.iter().filter(|paid| paid.given_by.is_some());
        Amount::sum(self.currency, given.map(|payment| payment.amount))
    }

    /// What is still to be paid; nothing before it is final and once it is void.
    pub fn due(&self) -> Result<Amount, AmountError> {
        match self.state {
            InvoiceState::Draft { .. } | InvoiceState::Void { .. } => {
                Ok(Amount::zero(self.currency))
            }
            InvoiceState::Pending(_) | InvoiceState::Paid { .. } => {
                self.totals.total.checked_sub(self.paid()?)
            }
        }
    }

    /// Whether it is issued and neither void nor a draft.
    pub fn stands(&self) -> bool {
        matches!(self.state, InvoiceState::Pending(_) | InvoiceState::Paid { .. })
    }

    /// The documents that its money came by: those that it corrects, and those whose giving back
    /// lowered what was due of it.
    pub fn rests_on(&self) -> impl Iterator<Item = &InvoiceHandle> {
        let given = self.payments.iter().filter_map(|paid| paid.given_by.as_ref());
        self.corrected().chain(given)
    }

    /// The credits that paid it after it was issued.
    pub fn paid_by(&self) -> impl Iterator<Item = &CreditHandle> {
        self.payments.iter().filter_map(|payment| payment.credit.as_ref()).map(|by| &by.credit)
    }

    /// The credits whose units it used.
    pub fn unit_credits(&self) -> impl Iterator<Item = &CreditHandle> {
        self.lines.iter().flat_map(Line::credited).map(|each| &each.credit)
    }

    /// The documents that its lines give something back of.
    pub fn corrected(&self) -> impl Iterator<Item = &InvoiceHandle> {
        self.lines.iter().filter_map(Line::corrects)
    }

    /// Whether a line of it bills a subscription.
    pub fn is_of(&self, line: &Line, subscription: &SubscriptionHandle) -> bool {
        line.subscription.as_ref().or(self.subscription.as_ref()) == Some(subscription)
    }

    /// The subscriptions that it bills.
    pub fn subscriptions(&self) -> BTreeSet<&SubscriptionHandle> {
        let lines = self.lines.iter().filter_map(|line| line.subscription.as_ref());
        lines.chain(&self.subscription).collect()
    }

    /// The one-time charges that it bills, each once for each of its lines.
    pub fn one_times(&self) -> impl Iterator<Item = &OneTimeHandle> {
        self.lines.iter().filter_map(|line| line.one_time.as_ref()).map(|one_time| &one_time.id)
    }

    /// The places of the lines as they are shown: by their sort order, then as they were made.
    /// Lines without a place of their own come after those that have one.
    pub fn shown_order(&self) -> Vec<usize> {
        let mut order: Vec<(usize, &Line)> = self.lines.iter().enumerate().collect();
        if self.lines.iter().any(|line| line.sort_order.is_some()) {
            order.sort_by(|(_, a), (_, b)| {
                let rank = |line: &Line| (line.sort_order.is_none(), line.sort_order.clone());
                rank(a).cmp(&rank(b))
            });
        }
        order.into_iter().map(|(place, _)| place).collect()
    }

    /// The number of the line at a place, as the lines are shown.
    pub fn shown_number(&self, place: usize) -> usize {
        let shown = self.shown_order().iter().position(|number| *number == place);
        shown.unwrap_or(place).saturating_add(1)
    }

    pub fn issue(&self) -> Option<Issue> {
        match &self.state {
            InvoiceState::Draft { .. } => None,
            InvoiceState::Pending(issue) | InvoiceState::Paid { issue, .. } => Some(*issue),
            InvoiceState::Void { issue, .. } => *issue,
        }
    }

    /// Whether it gives back more than it charges, or charges nothing and pays out credits.
    pub fn is_credit_note(&self) -> bool {
        self.totals.credits.is_negative() || self.lines.is_empty()
    }
}

impl Cause {
    /// Kind and id, unique among all invoices of a company.
    pub fn key(&self) -> (&'static str, String) {
        match self {
            Cause::Cycle { subscription, at } => ("cycle", format!("{subscription}@{at}")),
            Cause::Adjustment { subscription, at } => {
                ("adjustment", format!("{subscription}@{at}"))
            }
            Cause::Reissue { invoice } => ("reissue", invoice.to_string()),
            Cause::Change { change } => ("change", change.to_string()),
            Cause::Cancel { cancel } => ("cancel", cancel.to_string()),
            Cause::Next { request } => ("next", request.to_string()),
            Cause::OneTime { order } => ("one_time", order.to_string()),
            Cause::Rollup { payer, at, currency, part } => {
                ("rollup", format!("{payer}@{at}/{}/{part}", currency.code()))
            }
        }
    }
}
