//! Sends a sample of an event, once and outside of the order.

use billing::fact::FactType;
use records::webhook::{DeliveryState, WebhookTest};
use records::{EventsLogEntry, WebhookDelivery, WebhookId};
use store::webhook::delivery::{DeliveryRow, Tried};

use super::deliveries::shown;
use super::letter::body;
use super::redeliver::send_besides;
use super::{DELIVERY_PREFIX, NOUN};
use crate::engine::found;
use crate::{Failure, Refusal, Session};

/// The latest event of this type, if there is one; else one that says nothing but its type.
pub fn test(
    session: &mut Session<'_, '_>,
    id: &WebhookId,
    request: &WebhookTest,
) -> Result<WebhookDelivery, Failure> {
    let company = session.company_id().to_owned();
    found(store::webhook::by_id(session.tx, &company, id)?, NOUN, id)?;
    let name = request.event_type.as_deref().unwrap_or("webhook.created");
    let fact = FactType::ALL.iter().find(|fact| fact.event_type() == name);
    let fact =
        fact.ok_or_else(|| Refusal::invalid("/event_type", "unknown", "There is no such event."))?;
    let last = store::events::last_of_type(session.tx, &company, name)?;
    let entry = last.unwrap_or_else(|| EventsLogEntry {
        event_type: fact.event_type().to_owned(),
        data_type: fact.data_type().to_owned(),
        object_id: if fact.data_type() == NOUN { id.to_string() } else { String::new() },
        created_at: session.now(),
        ..EventsLogEntry::default()
    });
    let row = DeliveryRow {
        id: session.new_id(DELIVERY_PREFIX),
        webhook_id: id.clone(),
        // A receiver must not take it for the event itself.
        event_id: session.new_id("evt_test_"),
        event_type: entry.event_type.clone(),
        object_id: entry.object_id.clone(),
        lane: String::new(),
        position: 0,
        state: DeliveryState::Pending.word().to_owned(),
        attempts: 0,
        next_try_at: Some(session.wall()),
        tried: Tried::default(),
        body: Some(body(session, &entry)?),
        created_at: session.wall(),
    };
    send_besides(session, &row)?;
    Ok(shown(row))
}

/// The event of a delivery whose fact cannot be read.
pub(super) fn sample_of(row: &DeliveryRow) -> EventsLogEntry {
    let data_type = row.event_type.split('.').next().unwrap_or_default();
    EventsLogEntry {
        position: row.position,
        id: row.event_id.clone(),
        event_type: row.event_type.clone(),
        data_type: data_type.to_owned(),
        object_id: row.object_id.clone(),
        ..EventsLogEntry::default()
    }
}
