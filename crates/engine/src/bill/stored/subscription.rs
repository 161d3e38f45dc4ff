//! A subscription as two documents: what was agreed, and how far it has come. The cycle rewrites
//! only the second. Both are the core's own types.

use std::borrow::Cow;
use std::sync::Arc;

use billing::id::Handle;
use billing::invoice::Line;
use billing::period::BillingState;
use billing::pricing::Pricings;
use billing::snapshot::Snapshot;
use billing::subscription::{
    Discount, Lifecycle, RecurringRevenue, Renewals, Status, Subscription, Terms,
};
use calendar::Timestamp;
use records::{CustomerId, DisplayField, SubscriptionId};
use serde::{Deserialize, Serialize};
use store::subscription::{Billing, Columns, Documents};

use super::lifecycle::{Life, ShownDetails, lifecycle};
use super::{Unreadable, VERSION, lift, read};

/// What was agreed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct StoredTerms<'a> {
    v: u32,
    pub(crate) terms: Cow<'a, Terms>,
    pub(crate) text: Cow<'a, InvoiceText>,
}

/// What invoices of a subscription show and nothing computes with.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct InvoiceText {
    /// The name of the bundle or of the product.
    pub(crate) name: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) display_fields: Vec<DisplayField>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) instructions: Option<String>,
}

/// How far it has come.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct StoredProgress<'a> {
    v: u32,
    status: Status,
    #[serde(with = "calendar::micros::optional", default, skip_serializing_if = "Option::is_none")]
    end: Option<Timestamp>,
    renewals: Cow<'a, Renewals>,
    recurring_revenue: RecurringRevenue,
    /// Worth nothing any more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    valued: bool,
    #[serde(default, skip_serializing_if = "is_empty")]
    discounts: Cow<'a, [Discount]>,
    state: Cow<'a, BillingState>,
}

fn is_empty(discounts: &[Discount]) -> bool {
    discounts.is_empty()
}

impl<'a> StoredTerms<'a> {
    pub(crate) fn of(subscription: &'a Subscription, text: &'a InvoiceText) -> StoredTerms<'a> {
        let (terms, text) = (Cow::Borrowed(&subscription.terms), Cow::Borrowed(text));
        StoredTerms { v: VERSION, terms, text }
    }
}

impl<'a> StoredProgress<'a> {
    pub(crate) fn of(subscription: &'a Subscription) -> StoredProgress<'a> {
        StoredProgress {
            v: VERSION,
            status: subscription.status,
            end: subscription.end,
            renewals: Cow::Borrowed(&subscription.renewals),
            recurring_revenue: subscription.recurring_revenue,
            valued: subscription.lifecycle.valued && subscription.recurring_revenue.mrr.is_zero(),
            discounts: Cow::Borrowed(&subscription.discounts),
            state: Cow::Borrowed(&subscription.state),
        }
    }

    /// The subscription again; the column says whether and why it is parked.
    pub(crate) fn restore(
        self,
        (id, customer): (&SubscriptionId, &CustomerId),
        terms: StoredTerms<'_>,
        mut lifecycle: Lifecycle,
    ) -> Subscription {
        lifecycle.valued = self.valued || !self.recurring_revenue.mrr.is_zero();
        Subscription {
            id: Handle::known(id),
            customer: customer.as_str().into(),
            status: self.status,
            terms: terms.terms.into_owned(),
            end: self.end,
            renewals: self.renewals.into_owned(),
            discounts: self.discounts.into_owned(),
            state: self.state.into_owned(),
            lifecycle,
            recurring_revenue: self.recurring_revenue,
            parked: None,
        }
    }
}

/// A subscription as it is read, with what its invoices show and what only the interface knows.
pub(crate) struct Restored {
    pub(crate) subscription: Arc<Subscription>,
    pub(crate) pending_lines: Arc<[Line]>,
    pub(crate) text: InvoiceText,
    pub(crate) details: ShownDetails,
}

impl Restored {
    /// Puts it among what is known of who pays for it.
    pub(crate) fn join(&self, snapshot: &mut Snapshot) {
        snapshot.subscriptions.push(self.subscription.clone());
        snapshot.pending_lines.set(&self.subscription.id, self.pending_lines.clone());
    }
}

/// What was agreed, from a row as it was read.
pub(crate) fn terms(row: &mut Billing) -> Result<StoredTerms<'static>, Unreadable> {
    lift::subscription(&row.columns, &mut row.documents)?;
    read(&row.documents.terms)
}

/// A subscription again, from a row that was lifted.
pub(crate) fn subscription(
    columns: &Columns,
    documents: &Documents,
    pricings: &Pricings,
) -> Result<Restored, Unreadable> {
    let terms: StoredTerms<'static> = read(&documents.terms)?;
    let progress: StoredProgress<'static> = pricings.read(|| read(&documents.progress))?;
    let Life { lifecycle, pending_lines, details } =
        lifecycle(documents.life.as_deref(), pricings)?;
    let text = terms.text.clone().into_owned();
    let mut subscription = progress.restore((&columns.id, &columns.customer_id), terms, lifecycle);
    subscription.parked = columns.parked.as_ref().map(|parked| parked.reason.clone());
    Ok(Restored { subscription: Arc::new(subscription), pending_lines, text, details })
}

/// The word of a status in its column.
pub(crate) fn status(subscription: &Subscription) -> &'static str {
    match subscription.status {
        Status::Pending => "PENDING",
        Status::Active => "ACTIVE",
        Status::Unpaid => "UNPAID",
        Status::Cancelled => "CANCELLED",
        Status::Ended => "ENDED",
    }
}
