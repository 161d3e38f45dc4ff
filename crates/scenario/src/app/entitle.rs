//! Entitlements over the API: definitions, what pricings grant, values of their own, and what the
//! log tells of customers.

use serde_json::{Value, json};

use super::AppWorld;
use super::ask::Answer;
use crate::action::Right;
use crate::pure::line;
use crate::setup::EntitlementSetup;

/// The event that tells what a customer may use.
pub(super) const CHANGED: &str = "customer.entitlements_changed";

pub(super) fn define(world: &mut AppWorld, setup: &EntitlementSetup) -> Result<(), String> {
    let body = json!({
        "key": setup.key,
        "name": setup.key,
        "type": setup.kind,
        "aggregator_type": setup.aggregator,
        "adjust_for_quantity": setup.definition.per_licence,
        "possible_values": setup.possible_values,
    });
    world.write("POST", "/entitlements", &body)?.done()?;
    Ok(())
}

/// Values as a body has them.
pub(super) fn values(rights: &[Right]) -> Value {
    rights.iter().map(|right| json!({ "key": right.key, "value": right.value })).collect()
}

/// Gives values of its own to a customer or to a subscription.
pub(super) fn entitle(
    world: &mut AppWorld,
    whom: &str,
    rights: &[Right],
) -> Result<Answer, String> {
    let tail = match world.customer(whom) {
        Ok(customer) => format!("/customers/{customer}"),
        Err(_) => format!("/subscriptions/{}", world.names.id(whom)?),
    };
    world.write("PATCH", &tail, &json!({ "override_entitlements": values(rights) }))
}

/// What rows of entitlements say of a customer.
pub(super) fn told(customer: &str, rows: &Value) -> String {
    let rows = rows.as_array().into_iter().flatten();
    line(customer, rows.map(|row| (row["key"].as_str().unwrap_or(""), row["value"].clone())))
}

impl AppWorld {
    /// What a customer may use: as the record says, and by each key.
    pub(super) fn may_use(&mut self, place: usize) -> Result<String, String> {
        let (name, id) = self.customers.get(place).cloned().ok_or("no such customer")?;
        let customer = self.look(&format!("/customers/{id}"))?;
        let rows = customer["computed_entitlements"].clone();
        for row in rows.as_array().into_iter().flatten() {
            let key = row["key"].as_str().unwrap_or_default();
            let checked = self.look(&format!("/customers/{id}/entitlements/{key}"))?;
            if checked != *row {
                return Err(format!("{key} of {name} is answered as {checked}, not {row}"));
            }
        }
        Ok(told(&name, &rows))
    }
}
