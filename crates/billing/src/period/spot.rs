//! Where a component of a subscription is.

use crate::subscription::Subscription;

/// Where a component is: in which pricing, in which place of it, and in which of all places.
#[derive(Clone, Copy)]
pub(crate) struct Spot {
    pub plan: usize,
    pub component: usize,
    pub place: usize,
}

/// Where each component of a subscription is.
pub(crate) fn spots(subscription: &Subscription) -> Vec<Spot> {
    let components = subscription.pricings.iter().enumerate().flat_map(|(plan, subscribed)| {
        (0..subscribed.configurations.len()).map(move |component| (plan, component))
    });
    let spot = |(place, (plan, component))| Spot { plan, component, place };
    components.enumerate().map(spot).collect()
}
