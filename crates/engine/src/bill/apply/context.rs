//! What turning facts into rows needs besides the decision.

use std::sync::Arc;

use billing::id::Handle;
use billing::invoice::Invoice;
use billing::snapshot::Snapshot;
use billing::subscription::Subscription;
use records::{Moment, SalesUserId, SubscriptionId};
use store::subscription::Copied;

use crate::Failure;
use crate::bill::stored::{CancelDetails, ChangeDetails, InvoiceText, OneTimeText};
use crate::engine::Tools;

/// A new subscription as the API knows it: what the core does not.
pub(crate) struct Fresh {
    pub(crate) id: SubscriptionId,
    pub(crate) text: InvoiceText,
    /// What is kept of the subscription that was decided.
    pub(crate) keep: Box<Keep>,
}

type Keep = dyn Fn(&Subscription) -> Result<FreshRow, Failure> + Send + Sync;

/// What only the API knows of a new subscription.
#[derive(Clone, Debug, Default)]
pub(crate) struct FreshRow {
    pub(crate) identifier: Option<String>,
    pub(crate) bundle_pricing_id: Option<String>,
    pub(crate) group_id: Option<String>,
    pub(crate) payment_method_id: Option<String>,
    pub(crate) sales_user_id: Option<SalesUserId>,
    pub(crate) parent_billed: bool,
    pub(crate) copied: Copied,
    pub(crate) doc: String,
    pub(crate) labels: std::collections::BTreeSet<store::label::Label>,
    pub(crate) names: Vec<String>,
}

/// What preparing needs besides the decision.
pub(crate) struct ApplyContext<'a> {
    pub(crate) tools: &'a Tools,
    pub(crate) company: &'a records::Company,
    pub(crate) now: Moment,
    pub(crate) fresh: Option<Fresh>,
    /// What invoices of a subscription show from now on.
    pub(crate) reprinted: Option<(SubscriptionId, InvoiceText)>,
    pub(crate) details: RequestDetails,
    /// One-time charges as they are answered, in the order in which they are asked for.
    pub(crate) one_times: Vec<FreshOneTime>,
    /// What their own invoice shows.
    pub(crate) one_time_text: OneTimeText,
}

/// A new one-time charge as the API knows it.
#[derive(Clone, Debug)]
pub(crate) struct FreshOneTime {
    pub(crate) name: String,
    pub(crate) doc: String,
}

/// What only the interface knows of the changes and the cancel that are asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct RequestDetails {
    /// In the order in which they are asked for.
    pub(crate) changes: Vec<ChangeDetails>,
    pub(crate) cancel: Option<CancelDetails>,
}

/// Records of `after` that are not what they were: with what they were, if they were.
pub(super) fn differing<'a, T, K: Eq>(
    before: &'a [Arc<T>],
    after: &'a [Arc<T>],
    id: fn(&T) -> &Handle<K>,
) -> Vec<(Option<&'a Arc<T>>, &'a Arc<T>)> {
    let mut changed = Vec::new();
    for (place, value) in after.iter().enumerate() {
        // Records keep their places: new ones come behind those that were there.
        let old = before.get(place).filter(|old| id(old) == id(value));
        let old = old.or_else(|| before.iter().find(|old| id(old) == id(value)));
        if old.is_none_or(|old| !Arc::ptr_eq(old, value)) {
            changed.push((old, value));
        }
    }
    changed
}

pub(super) fn subscription_of<'a>(
    snapshot: &'a Snapshot,
    invoice: &Invoice,
) -> Option<&'a Arc<Subscription>> {
    invoice.subscription.as_ref().and_then(|id| snapshot.subscription(id))
}
