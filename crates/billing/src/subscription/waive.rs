//! Time that is left unbilled on purpose.

use crate::invoice::{Line, Role};
use crate::period::Progress;
use crate::period::spot::spots;
use crate::pricing::ChargeType;
use crate::subscription::state::Subscription;

/// Puts on record that what would be billed at the end is not.
pub(crate) fn skip(subscription: &Subscription, progress: &mut Progress, lines: &[Line]) {
    for (spot, place) in spots(subscription).into_iter().zip(&mut progress.components) {
        let pricing = subscription.pricings.get(spot.plan).map(|subscribed| &subscribed.pricing);
        let component = pricing.and_then(|pricing| pricing.components.get(spot.component));
        let Some(component) = component else { continue };
        let role = match component.charge_type() {
            ChargeType::PrePost => Role::Advance,
            ChargeType::PostOnly => Role::Arrears,
        };
        let plan = pricing.map(|pricing| &pricing.id);
        let is_own = |line: &&Line| {
            line.role == role
                && line.component == Some(spot.component)
                && line.pricing.as_ref().map(|pricing| &pricing.id) == plan
        };
        let from = place.from;
        let is_its =
            |line: &&Line| is_own(line) && from.is_none_or(|from| line.period.start >= from);
        lines.iter().filter(is_its).for_each(|line| place.skip(line.period));
    }
}
