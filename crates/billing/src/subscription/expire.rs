//! Discounts whose time is over.

use std::sync::Arc;

use crate::fact::{Fact, SubscriptionFact};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::discount::DiscountState;
use crate::subscription::state::Subscription;
use crate::work::Moment;

/// Discounts whose time is over.
pub(crate) fn discounts(
    _: &Snapshot,
    subscription: &Arc<Subscription>,
    moment: Moment,
) -> Result<Vec<Fact>, Refusal> {
    let active = subscription.discounts.iter().filter(|known| known.state == DiscountState::Active);
    let over = active.filter(|each| each.expires.is_some_and(|expires| expires <= moment.at));
    let expired = over.map(|discount| Fact::Subscription {
        subscription: subscription.id.clone(),
        at: moment.at,
        fact: SubscriptionFact::DiscountExpired { discount: discount.id.clone() },
    });
    Ok(expired.collect())
}
