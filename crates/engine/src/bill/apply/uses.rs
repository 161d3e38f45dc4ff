//! What subscriptions use of the catalog, and use no longer: it is counted.

use std::sync::Arc;

use billing::id::ChangeHandle;
use billing::pricing::ProductPricing;
use billing::subscription::Subscription;
use records::SubscriptionId;

use super::moving::Moving;

/// A subscription that begins or stops to count; without a difference, what will.
pub(crate) struct Use {
    pub(crate) subscription: SubscriptionId,
    pub(crate) pricings: Vec<String>,
    pub(crate) products: Vec<String>,
    pub(crate) bundle: Option<String>,
    pub(crate) delta: i64,
}

/// What a subscription uses no longer, and what it uses now.
pub(super) fn uses_of(
    (old, subscription): (&Subscription, &Subscription),
    moving: &Moving,
) -> Vec<Use> {
    let (had, has) = (&moving.before.bundle_pricing_id, &moving.after.bundle_pricing_id);
    let mut uses = Vec::new();
    if counts(old) && (!counts(subscription) || moving.rewritten.is_some()) {
        uses.push(used(old, had.clone(), -1));
        uses.extend(counts(subscription).then(|| used(subscription, has.clone(), 1)));
    }
    uses
}

/// What a change that waits will use: nobody may change its price any more.
pub(super) fn agreed_to(
    old: Option<&Arc<Subscription>>,
    subscription: &Subscription,
) -> Option<Use> {
    let known = |id: &ChangeHandle| {
        old.is_some_and(|old| old.lifecycle.changes.iter().any(|c| c.id == *id))
    };
    let new = subscription.lifecycle.changes.iter().filter(|change| !known(&change.id));
    let plans = new.flat_map(|change| {
        let picked = change.wanted.pricings.iter().flatten().map(|picked| &picked.pricing);
        picked.chain(change.wanted.onetime_items.iter().filter_map(|item| item.price.pricing()))
    });
    let plans: Vec<&Arc<ProductPricing>> = plans.collect();
    (!plans.is_empty()).then(|| Use {
        subscription: subscription.id.to_string().into(),
        pricings: plans.iter().map(|pricing| pricing.id.to_string()).collect(),
        products: plans.iter().map(|pricing| pricing.product.to_string()).collect(),
        bundle: None,
        delta: 0,
    })
}

/// Whether a subscription counts as a use of its pricings.
pub(crate) fn counts(subscription: &Subscription) -> bool {
    subscription.is_live() || subscription.status == billing::subscription::Status::Pending
}

/// What a subscription uses.
pub(crate) fn used(subscription: &Subscription, bundle: Option<String>, delta: i64) -> Use {
    let plans = subscription.state.pricings.iter().map(|subscribed| &subscribed.pricing);
    let mut products: Vec<String> =
        plans.clone().map(|pricing| pricing.product.to_string()).collect();
    products.sort_unstable();
    products.dedup();
    Use {
        subscription: subscription.id.to_string().into(),
        pricings: plans.map(|pricing| pricing.id.to_string()).collect(),
        products,
        bundle,
        delta,
    }
}
