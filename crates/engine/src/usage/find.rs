//! Searches events, and shows them.

use records::Object;
use records::usage::StoredEvent;
use store::usage::event::{EventRow, FIND};

use crate::find::{FindRequest, FoundPage, walk_all};
use crate::{Failure, Session};

pub fn find(session: &mut Session<'_, '_>, request: &FindRequest) -> Result<FoundPage, Failure> {
    walk_all(session, &FIND, request, |_, rows: Vec<EventRow>| {
        rows.into_iter().map(shown).collect::<Result<Vec<StoredEvent>, Failure>>()
    })
}

/// An event as it is answered.
pub(super) fn shown(row: EventRow) -> Result<StoredEvent, Failure> {
    let broken = |error: serde_json::Error| store::Error::Broken(error.to_string());
    let properties: Object = serde_json::from_str(&row.properties).map_err(broken)?;
    let state = serde_json::from_value(serde_json::json!(row.state)).map_err(broken)?;
    let is_id = crate::ids::is_id(crate::customers::PREFIX, &row.holder);
    let (customer_id, customer_identifier) = match is_id {
        true => (Some(row.holder.into()), None),
        false => (None, Some(row.holder)),
    };
    Ok(StoredEvent {
        created_at: row.created_at,
        customer_id,
        customer_identifier,
        id: row.id,
        item_id: row.item_id,
        properties,
        state,
        timestamp: row.timestamp,
        transaction_id: row.transaction_id,
        updated_at: row.updated_at,
    })
}
