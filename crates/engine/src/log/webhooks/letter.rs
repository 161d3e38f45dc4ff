//! What is posted for an event: the body, and the headers that say who it is from.

use std::time::Duration;

use records::EventsLogEntry;
use records::Moment;
use serde_json::json;
use store::webhook::Held;

use super::secret::{Message, signatures};
use crate::events_log::shown;
use crate::ports::Parcel;
use crate::{Failure, Session};

/// No body is larger.
const LARGEST: usize = 256 << 10;
/// When an endpoint has to have answered.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);
const AGENT: &str = concat!("Perennial/", env!("CARGO_PKG_VERSION"));

/// The body for a fact, with the record as it is now.
pub(super) fn body(
    session: &mut Session<'_, '_>,
    entry: &EventsLogEntry,
) -> Result<String, Failure> {
    let data = shown(session, entry)?;
    Ok(around(entry, &data))
}

/// The body around a record.
pub(super) fn around(entry: &EventsLogEntry, data: &str) -> String {
    let whole = with_data(entry, data);
    match whole.len() <= LARGEST {
        true => whole,
        // What does not fit is left to be read by its id.
        false => with_data(entry, &json!({ "id": entry.object_id, "truncated": true }).to_string()),
    }
}

fn with_data(entry: &EventsLogEntry, data: &str) -> String {
    let EventsLogEntry { event_type, created_at, data_type, .. } = entry;
    format!(
        "{{\"event_type\":\"{event_type}\",\"created_at\":\"{created_at}\",\
         \"data_type\":\"{data_type}\",\"data\":{data}}}"
    )
}

/// The request for a body that is there.
pub(super) fn parcel(
    held: &Held,
    (event, body): (&str, &str),
    (wall, plain): (Moment, bool),
) -> Parcel {
    let timestamp = wall.micros() / 1_000_000;
    let signature = signatures(&held.secrets, &Message { id: event, timestamp, body }, wall);
    let headers = [
        ("content-type", "application/json".to_owned()),
        ("user-agent", AGENT.to_owned()),
        ("webhook-id", event.to_owned()),
        ("webhook-timestamp", timestamp.to_string()),
        ("webhook-signature", signature),
    ];
    let headers = headers.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let url = held.webhook.0.url.clone();
    Parcel { url, plain, headers, body: body.to_owned(), within: PATIENCE }
}

/// Headers as a delivery keeps them.
pub(super) fn lines(parcel: &Parcel) -> String {
    let lines = parcel.headers.iter().map(|(name, value)| format!("{name}: {value}"));
    lines.collect::<Vec<_>>().join("\n")
}
