//! Time that is left unbilled on purpose.

use crate::invoice::{Line, Role};
use crate::period::{BillingState, ComponentState};
use crate::pricing::ChargeType;

/// Puts on record that what these lines would bill is not billed.
pub(crate) fn skip(state: &mut BillingState, lines: &[Line]) {
    for subscribed in &mut state.pricings {
        for ComponentState { component, progress, .. } in &mut subscribed.components {
            let role = match component.charge_type() {
                ChargeType::PrePost => Role::Advance,
                ChargeType::PostOnly => Role::Arrears,
            };
            let is_its =
                |line: &&Line| line.role == role && line.is_of(&subscribed.pricing, component);
            let from = progress.from;
            let waived = lines.iter().filter(is_its).map(|line| line.period);
            let waived = waived.filter(|period| from.is_none_or(|from| period.start >= from));
            waived.for_each(|period| progress.skip(period));
        }
    }
}
