//! Amends an event: other properties, another time. What was counted by it is counted anew.

use billing::fact::FactType;
use records::Object;
use records::usage::StoredEvent;
use serde_json::Value;
use store::usage::event::EventRow;

use super::find::shown;
use super::sent;
use super::void::{exchange, held, say};
use crate::refusal::Faults;
use crate::session::changed;
use crate::{Failure, Session};

/// What is sent replaces; an absent field is kept.
pub fn amend(
    session: &mut Session<'_, '_>,
    transaction_id: &str,
    fields: &Object,
) -> Result<StoredEvent, Failure> {
    let mut faults = Faults::default();
    let named = sent::named(fields, &mut faults);
    let given = |name: &str| fields.get(name).filter(|value: &&Value| !value.is_null());
    let now = session.now();
    let timestamp = given("timestamp").map(|at| sent::timestamp(Some(at), now, &mut faults));
    let properties = given("properties").map(|all| sent::properties(Some(all), &mut faults));
    if timestamp.is_none() && properties.is_none() {
        let detail = "Send `properties`, `timestamp`, or both.";
        faults.add("/properties", "required", detail);
    }
    faults.refuse_any()?;
    let before = held(session, transaction_id, named)?;
    let after = EventRow {
        timestamp: timestamp.flatten().unwrap_or(before.timestamp),
        properties: properties.flatten().map_or(before.properties.clone(), |(text, _)| text),
        updated_at: session.now().max(before.updated_at),
        ..before.clone()
    };
    let (old, new) = (shown(before.clone())?, shown(after.clone())?);
    if (before.timestamp, &old.properties) == (after.timestamp, &new.properties) {
        return Ok(old);
    }
    exchange(session, before, &after)?;
    let values = match (serde_json::to_value(&old), serde_json::to_value(&new)) {
        (Ok(old), Ok(new)) => changed(&old, &new),
        _ => Object::new(),
    };
    say(session, FactType::UsageEventAmended, &new, values)?;
    Ok(new)
}
