//! Alternatives of a contract, each checked as if it were what is offered; and what a contract
//! changes of the subscription before it.

use std::collections::BTreeSet;

use records::{ContractCreate, Object};
use serde_json::json;

use super::draft::with_plan;
use super::order::{self, Order};
use crate::refusal::Faults;
use crate::{Failure, Session};

/// Whatever is wrong with an alternative is named within it.
pub(crate) fn check(
    session: &mut Session<'_, '_>,
    terms: &ContractCreate,
    faults: &mut Faults,
) -> Result<(), Failure> {
    let mut seen = BTreeSet::new();
    for (place, plan) in terms.quote_plans.iter().flatten().enumerate() {
        let pointer = format!("/quote_plans/{place}");
        if plan.name.trim().is_empty() {
            faults.add(&format!("{pointer}/name"), "required", "An alternative needs a name.");
        }
        if plan.id.as_ref().is_some_and(|id| !seen.insert(id.clone())) {
            faults.add(&format!("{pointer}/id"), "duplicate", "This id stands twice.");
        }
        let fields = with_plan(&order::fields(terms)?, plan)?;
        let alone: ContractCreate = crate::subscriptions::parsed(fields)?;
        let mut inner = Faults::default();
        if alone.product_pricing_ids.as_ref().is_none_or(Vec::is_empty) {
            let detail = "At least one pricing is needed.";
            inner.add("/product_pricing_ids", "required", detail);
        } else {
            order::read(session, &alone, &mut inner)?;
        }
        faults.within(&pointer, inner.only(&["product_pricing_ids", "config_items", "discounts"]));
    }
    Ok(())
}

/// What is added, removed and kept of the pricings of the previous subscription.
pub(crate) fn previous_change(order: &Order) -> Vec<Object> {
    let Order::Change(change) = order else { return Vec::new() };
    let (row, changed) = &**change;
    let before: Vec<String> = serde_json::from_str::<Before>(&row.doc)
        .map(|before| before.product_pricing_ids)
        .unwrap_or_default();
    let bought = &changed.ordered.bought;
    let after: Vec<&String> = bought.pricings.iter().map(|pricing| &pricing.id).collect();
    let named = |id: &String, action: &str| {
        let value = json!({ "product_pricing_id": id, "action": action });
        value.as_object().cloned().unwrap_or_default()
    };
    let removed = before.iter().filter(|id| !after.contains(id)).map(|id| named(id, "REMOVED"));
    let now = after.iter().map(|id| match before.contains(id) {
        true => named(id, "KEPT"),
        false => named(id, "ADDED"),
    });
    removed.chain(now).collect()
}

/// What is read of a stored subscription.
#[derive(Default, serde::Deserialize)]
#[serde(default)]
struct Before {
    product_pricing_ids: Vec<String>,
}
