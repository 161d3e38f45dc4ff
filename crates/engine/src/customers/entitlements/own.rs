//! Values of their own that a body gives to a customer or a subscription.

use records::catalog::entitlement_definition::EntitlementValue;
use records::{Entitlement, Object};

use crate::catalog::entitled::{Rows, given};
use crate::refusal::Faults;
use crate::subscriptions::rendered;
use crate::{Failure, Session};

/// The field that both have.
const FIELD: &str = "override_entitlements";

/// Takes the values out of a body: `null` is none, absent is as before.
pub(crate) fn taken(sent: &mut Object) -> Option<Vec<EntitlementValue>> {
    let values: Option<Vec<EntitlementValue>> =
        serde_json::from_value(sent.remove(FIELD)?).unwrap_or_default();
    Some(values.unwrap_or_default())
}

/// The rows of a customer who may use these by now.
pub(crate) fn of_customer(
    session: &mut Session<'_, '_>,
    values: &[EntitlementValue],
    known: Rows<'_>,
    faults: &mut Faults,
) -> Result<Vec<Entitlement>, Failure> {
    given(session, (FIELD, values), known, faults)
}

/// The rows of a subscription to these pricings.
pub(crate) fn of_subscription(
    session: &mut Session<'_, '_>,
    values: &[EntitlementValue],
    (own, pricings): (&[Entitlement], &[String]),
    faults: &mut Faults,
) -> Result<Vec<Entitlement>, Failure> {
    // Only an `id` names a row; what a pricing grants is looked up for nothing else.
    let by_row = |value: &EntitlementValue| value.id.is_some() && value.entitlement_id.is_none();
    let inherited = match values.iter().any(by_row) {
        true => {
            let all = rendered(session, pricings.iter().cloned())?;
            let rows = all.values().flat_map(|known| &known.pricing().computed_entitlements);
            rows.cloned().collect()
        }
        false => Vec::new(),
    };
    given(session, (FIELD, values), Rows { own, inherited: &inherited }, faults)
}
