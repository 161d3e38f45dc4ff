//! Objects as they are sent: shape and meaning of each is judged here, by hand, since a thousand of
//! them may come at once.

use records::Moment;
use records::usage::ObjectAction;
use serde_json::{Map, Value};

use super::super::sent::{self as usage, Named};
use crate::refusal::Faults;
use crate::{Failure, Refusal};

/// So many come at once.
const MOST: usize = 1000;
const FIELDS: [&str; 8] = [
    "action",
    "company_id",
    "customer_id",
    "customer_identifier",
    "item_id",
    "object_identifier",
    "properties",
    "timestamp",
];

/// Something that happens to an object.
#[derive(Clone, Debug)]
pub(super) struct Sent {
    /// Where it stands in the body.
    pub(super) pointer: String,
    pub(super) action: ObjectAction,
    pub(super) named: Named,
    pub(super) item_id: String,
    pub(super) object_identifier: String,
    /// As JSON, where they are said.
    pub(super) properties: Option<String>,
    pub(super) at: Moment,
}

/// The objects of a body: one, a list, or a list with what happens to all of them.
pub(super) fn objects(body: &Value, now: Moment) -> Result<Vec<Sent>, Failure> {
    let mut faults = Faults::default();
    let (list, at, action): (&[Value], _, _) = match body {
        Value::Array(list) => (list, "", None),
        Value::Object(map) if map.contains_key("objects") => {
            for name in map.keys().filter(|name| !["action", "objects"].contains(&name.as_str())) {
                faults.add(&format!("/{name}"), "unknown", "There is no such field.");
            }
            match map.get("objects") {
                Some(Value::Array(list)) => (list, "/objects", action(map, &mut faults)),
                _ => return refused("/objects", "type", "Objects are a list."),
            }
        }
        Value::Object(map) if map.keys().any(|name| FIELDS.contains(&name.as_str())) => {
            (std::slice::from_ref(body), "", None)
        }
        Value::Object(_) => return refused("/objects", "required", "Say which objects."),
        _ => return refused("", "type", "Send an object, a list, or `{\"objects\": […]}`."),
    };
    if list.is_empty() || list.len() > MOST {
        return refused(at, "length", "Send from 1 to 1,000 objects.");
    }
    let bare = matches!(body, Value::Object(map) if !map.contains_key("objects"));
    let mut all = Vec::with_capacity(list.len());
    for (index, value) in list.iter().enumerate() {
        let pointer = if bare { String::new() } else { format!("{at}/{index}") };
        let mut own = Faults::default();
        let read = object(value, (now, action), &mut own);
        all.extend(read.map(|sent| Sent { pointer: pointer.clone(), ..sent }));
        faults.within(&pointer, own);
    }
    faults.refuse_any()?;
    Ok(all)
}

fn refused<T>(pointer: &str, code: &str, detail: &str) -> Result<T, Failure> {
    Err(Refusal::invalid(pointer, code, detail).into())
}

fn object(
    value: &Value,
    (now, of_all): (Moment, Option<ObjectAction>),
    faults: &mut Faults,
) -> Option<Sent> {
    let Value::Object(fields) = value else {
        faults.add("", "type", "This is an object.");
        return None;
    };
    for name in fields.keys().filter(|name| !FIELDS.contains(&name.as_str())) {
        let pointer = format!("/{}", name.replace('~', "~0").replace('/', "~1"));
        faults.add(&pointer, "unknown", "There is no such field.");
    }
    let action = action(fields, faults).or(of_all);
    if action.is_none() && fields.get("action").is_none_or(Value::is_null) {
        faults.add("/action", "required", "This is required.");
    }
    read(fields, (now, action.unwrap_or_default()), faults).filter(|_| action.is_some())
}

/// An object of which everything is said.
pub(super) fn read(
    fields: &Map<String, Value>,
    (now, action): (Moment, ObjectAction),
    faults: &mut Faults,
) -> Option<Sent> {
    let named = usage::named(fields, faults);
    let item_id = usage::text(fields, "item_id", faults);
    let object_identifier = usage::text(fields, "object_identifier", faults);
    let properties = properties(fields, faults);
    if action == ObjectAction::Update && properties.is_none() {
        faults.add("/properties", "required", "An update says the properties.");
    }
    let at = timestamp(fields, now, faults);
    Some(Sent {
        pointer: String::new(),
        action,
        named: named?,
        item_id: item_id?,
        object_identifier: object_identifier?,
        properties,
        at: at?,
    })
}

fn action(fields: &Map<String, Value>, faults: &mut Faults) -> Option<ObjectAction> {
    let sent = fields.get("action").filter(|value| !value.is_null())?;
    let action = serde_json::from_value(sent.clone()).ok();
    if action.is_none() {
        faults.add("/action", "enum", "This is CREATE, UPDATE or DELETE.");
    }
    action
}

/// Absent where nothing is said of them.
pub(super) fn properties(fields: &Map<String, Value>, faults: &mut Faults) -> Option<String> {
    let sent = fields.get("properties").filter(|value| !value.is_null())?;
    usage::properties(Some(sent), faults).map(|(text, _)| text)
}

/// Now where nothing is said; never later than that.
pub(super) fn timestamp(
    fields: &Map<String, Value>,
    now: Moment,
    faults: &mut Faults,
) -> Option<Moment> {
    let Some(sent) = fields.get("timestamp").filter(|value| !value.is_null()) else {
        return Some(now);
    };
    let at = usage::timestamp(Some(sent), now, faults)?;
    if at > now {
        let detail = "An object comes, changes or goes at the company's time or before it.";
        faults.add("/timestamp", "too_far_ahead", detail);
        return None;
    }
    Some(at)
}
