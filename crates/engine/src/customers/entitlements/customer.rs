//! What customers may use, computed from their live subscriptions: a few statements, however many
//! customers there are.

use std::collections::HashMap;

use billing::customer::entitlement::{Entitlements, of_customer};
use records::{CustomerId, Entitlement};

use super::known::{Known, own};
use super::subscription::{Granted, Subscribed};
use crate::bill::stored;
use crate::subscriptions::rendered;
use crate::{Failure, Session};

/// A customer with its own values.
pub(crate) struct Owner {
    pub(crate) id: CustomerId,
    pub(crate) overrides: Vec<Entitlement>,
}

/// What each of these may use, in their order.
pub(crate) fn computed(
    session: &mut Session<'_, '_>,
    owners: &[Owner],
) -> Result<Vec<Granted>, Failure> {
    let company = session.company_id().to_owned();
    let ids = owners.iter().map(|owner| owner.id.clone()).collect();
    let mut live: HashMap<CustomerId, Vec<(String, Subscribed)>> = HashMap::new();
    for row in store::subscription::granting(session.tx, &company, ids)? {
        let subscribed = stored::read(&row.doc)?;
        live.entry(row.customer_id).or_default().push((row.id.to_string(), subscribed));
    }
    let all = || live.values().flatten().map(|(_, subscribed)| subscribed);
    let ids: Vec<String> = all().flat_map(|s| s.product_pricing_ids.iter().cloned()).collect();
    let pricings = match ids.is_empty() {
        true => HashMap::new(),
        false => rendered(session, ids.into_iter())?,
    };
    let own_rows = owners.iter().flat_map(|owner| &owner.overrides);
    let own_rows = own_rows.chain(all().flat_map(|s| &s.override_entitlements));
    let known = Known::of(session, pricings.values(), own_rows)?;
    let granted = owners.iter().map(|owner| {
        let subscriptions = live.get(&owner.id).into_iter().flatten();
        let subscriptions: Vec<(String, Entitlements)> = subscriptions
            .map(|(id, subscribed)| (id.clone(), subscribed.entitlements(id, &pricings, &known)))
            .collect();
        let own = own(&owner.overrides);
        let all = of_customer(&owner.id, &subscriptions, &own, &known.core);
        Granted { computed: known.rows(&all), overrides: known.own_rows(&own, &all) }
    });
    Ok(granted.collect())
}
