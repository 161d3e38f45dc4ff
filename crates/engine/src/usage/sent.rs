//! Events as they are sent: shape and meaning of each is judged here, by hand, since a thousand of
//! them come at once.

use billing::definition::Value as Exact;
use records::Moment;
use serde_json::{Map, Value};

use super::tally::billionths;
use crate::ids::is_id;
use crate::refusal::Faults;
use crate::{Failure, Refusal};

/// So many events come at once.
const MOST: usize = 1000;
/// How far ahead of company time an event may be, and how far behind it.
const AHEAD_MICROS: i64 = 5 * 60 * 1_000_000;
const BEHIND_MICROS: i64 = 400 * 86_400 * 1_000_000;
const LARGEST_PROPERTIES: usize = 64 << 10;
const LONGEST_NAME: usize = 255;

const FIELDS: [&str; 7] = [
    "company_id",
    "customer_id",
    "customer_identifier",
    "item_id",
    "properties",
    "timestamp",
    "transaction_id",
];

/// Whose something is, as it was said.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Named {
    Id(String),
    Identifier(String),
}

/// An event that was sent.
#[derive(Clone, Debug)]
pub(super) struct Sent {
    /// Where it stands in the body.
    pub(super) pointer: String,
    pub(super) named: Named,
    pub(super) item_id: String,
    pub(super) timestamp: Moment,
    pub(super) transaction_id: String,
    /// As it is stored, and as it is counted.
    pub(super) properties: (String, Exact),
}

/// The events of a body, wrapped or bare. One that is wrong refuses them all.
pub(super) fn events(body: &Value, now: Moment) -> Result<Vec<Sent>, Failure> {
    let mut faults = Faults::default();
    let (list, at) = match body {
        Value::Array(list) => (list, ""),
        Value::Object(map) => {
            for name in map.keys().filter(|name| *name != "events") {
                faults.add(&format!("/{name}"), "unknown", "There is no such field.");
            }
            match map.get("events") {
                Some(Value::Array(list)) => (list, "/events"),
                Some(_) => return refused("/events", "type", "Events are a list."),
                None => return refused("/events", "required", "Events are required."),
            }
        }
        _ => return refused("", "type", "Send events as a list, or as `{\"events\": […]}`."),
    };
    if list.is_empty() || list.len() > MOST {
        return refused(at, "length", "Send from 1 to 1,000 events.");
    }
    let mut all = Vec::with_capacity(list.len());
    for (index, value) in list.iter().enumerate() {
        let pointer = format!("{at}/{index}");
        let mut own = Faults::default();
        let read = event(value, now, &mut own);
        all.extend(read.map(|sent| Sent { pointer: pointer.clone(), ..sent }));
        faults.within(&pointer, own);
    }
    faults.refuse_any()?;
    Ok(all)
}

fn refused<T>(pointer: &str, code: &str, detail: &str) -> Result<T, Failure> {
    Err(Refusal::invalid(pointer, code, detail).into())
}

fn event(value: &Value, now: Moment, faults: &mut Faults) -> Option<Sent> {
    let Value::Object(fields) = value else {
        faults.add("", "type", "An event is an object.");
        return None;
    };
    for name in fields.keys().filter(|name| !FIELDS.contains(&name.as_str())) {
        let pointer = format!("/{}", name.replace('~', "~0").replace('/', "~1"));
        faults.add(&pointer, "unknown", "There is no such field.");
    }
    let named = named(fields, faults);
    let item_id = text(fields, "item_id", faults);
    let transaction_id = text(fields, "transaction_id", faults);
    let timestamp = timestamp(fields.get("timestamp"), now, faults);
    let properties = properties(fields.get("properties"), faults);
    Some(Sent {
        pointer: String::new(),
        named: named?,
        item_id: item_id?,
        timestamp: timestamp?,
        transaction_id: transaction_id?,
        properties: properties?,
    })
}

/// Whose an event is: by exactly one of the two names.
pub(super) fn named(fields: &Map<String, Value>, faults: &mut Faults) -> Option<Named> {
    let given = |name: &str| fields.get(name).is_some_and(|value| !value.is_null());
    match (given("customer_id"), given("customer_identifier")) {
        (true, false) => text(fields, "customer_id", faults).map(Named::Id),
        (false, true) => {
            let identifier = text(fields, "customer_identifier", faults)?;
            if is_id(crate::customers::PREFIX, &identifier) {
                let detail = "No identifier has the form of an id; send `customer_id`.";
                faults.add("/customer_identifier", "unknown", detail);
                return None;
            }
            Some(Named::Identifier(identifier))
        }
        (true, true) => {
            let detail = "Send `customer_id` or `customer_identifier`, not both.";
            faults.add("/customer_identifier", "mismatch", detail);
            None
        }
        (false, false) => {
            let detail = "Send `customer_id` or `customer_identifier`.";
            faults.add("/customer_id", "required", detail);
            None
        }
    }
}

pub(super) fn text(fields: &Map<String, Value>, name: &str, faults: &mut Faults) -> Option<String> {
    let pointer = format!("/{name}");
    match fields.get(name) {
        Some(Value::String(text)) if (1..=LONGEST_NAME).contains(&text.chars().count()) => {
            return Some(text.clone());
        }
        Some(Value::String(_)) => {
            faults.add(&pointer, "length", "This has from 1 to 255 characters.");
        }
        None | Some(Value::Null) => faults.add(&pointer, "required", "This is required."),
        Some(_) => faults.add(&pointer, "type", "This is a text."),
    }
    None
}

/// An instant within the time that is still taken.
pub(super) fn timestamp(value: Option<&Value>, now: Moment, faults: &mut Faults) -> Option<Moment> {
    let text = match value {
        Some(Value::String(text)) => text,
        None | Some(Value::Null) => {
            faults.add("/timestamp", "required", "This is required.");
            return None;
        }
        Some(_) => {
            faults.add("/timestamp", "type", "This is a text.");
            return None;
        }
    };
    let Some(at) = Moment::parse(text) else {
        faults.add("/timestamp", "format", "This is no RFC 3339 date-time.");
        return None;
    };
    if at.micros() > now.micros().saturating_add(AHEAD_MICROS) {
        let detail = "An event is at most 5 minutes ahead of the company's time.";
        faults.add("/timestamp", "too_far_ahead", detail);
        return None;
    }
    if at.micros() < now.micros().saturating_sub(BEHIND_MICROS) {
        let detail = "An event is at most 400 days old by the company's time.";
        faults.add("/timestamp", "too_old", detail);
        return None;
    }
    Some(at)
}

/// Any object; its numbers are quantities, so that whatever is summed up stays exact.
pub(super) fn properties(value: Option<&Value>, faults: &mut Faults) -> Option<(String, Exact)> {
    let value = match value {
        None | Some(Value::Null) => return Some(("{}".to_owned(), Exact::Map(Vec::new()))),
        Some(value @ Value::Object(_)) => value,
        Some(_) => {
            faults.add("/properties", "type", "Properties are an object.");
            return None;
        }
    };
    let text = value.to_string();
    if text.len() > LARGEST_PROPERTIES {
        faults.add("/properties", "too_large", "Properties may have 64 KiB an event.");
        return None;
    }
    let exact = Exact::try_from(value).ok().filter(countable);
    if exact.is_none() {
        let detail = "A number has at most 15 integer and 9 fraction digits.";
        faults.add("/properties", "number_range", detail);
    }
    exact.map(|exact| (text, exact))
}

/// Whether every number in it can be summed up.
fn countable(value: &Exact) -> bool {
    match value {
        Exact::Number(number) => billionths(number).is_some(),
        Exact::List(list) => list.iter().all(countable),
        Exact::Map(fields) => fields.iter().all(|(_, value)| countable(value)),
        Exact::Null | Exact::Bool(_) | Exact::Text(_) => true,
    }
}
