//! Makes another of an object: other properties, another name, another customer or item.

use std::collections::BTreeSet;

use records::usage::BilledObject;
use records::{CustomerId, Object};
use serde_json::Value;
use store::usage::object::ObjectRow;

use super::super::sent as usage;
use super::{change, sent, shown};
use crate::refusal::Faults;
use crate::session::changed;
use crate::{Failure, Refusal, Session};

/// What is sent replaces, properties as a whole; an absent field is kept.
pub fn update(
    session: &mut Session<'_, '_>,
    key: &str,
    fields: &Object,
) -> Result<BilledObject, Failure> {
    let before = change::named(session, key)?;
    let after = wanted(session, &before, fields)?;
    let customers = BTreeSet::from([before.customer_id.clone(), after.customer_id.clone()]);
    let items = BTreeSet::from([before.item_id.clone(), after.item_id.clone()]);
    let changing = change::hold(session, &customers, items)?;
    let now = change::named(session, &before.id)?;
    if now != before {
        let why = "the object became another meanwhile".to_owned();
        return Err(Failure::Store(store::Error::Again(why)));
    }
    let key = |row: &ObjectRow| {
        (row.customer_id.clone(), row.item_id.clone(), row.object_identifier.clone())
    };
    if key(&before) != key(&after) {
        let company = session.company_id().to_owned();
        let named = (&after.customer_id, &*after.item_id, &*after.object_identifier);
        if let Some(known) = store::usage::object::named(session.tx, &company, named)? {
            let detail = format!("The customer has this object of this item: {}.", known.id);
            return Err(Refusal::conflict("object_exists", detail).into());
        }
    }
    let old = shown::one(session, before.clone(), None)?;
    let new = shown::one(session, after.clone(), None)?;
    let same = BilledObject { updated_at: old.updated_at, ..new.clone() };
    if same == old {
        return Ok(old);
    }
    let values = match (serde_json::to_value(&old), serde_json::to_value(&new)) {
        (Ok(old), Ok(new)) => changed(&old, &new),
        _ => Object::new(),
    };
    changing.become_another(session, (&before, &after), values)?;
    changing.count(session)?;
    Ok(new)
}

/// An object as a body asks for it.
fn wanted(
    session: &mut Session<'_, '_>,
    before: &ObjectRow,
    fields: &Object,
) -> Result<ObjectRow, Failure> {
    let mut faults = Faults::default();
    let given = |name: &str| fields.get(name).is_some_and(|value: &Value| !value.is_null());
    let names = given("customer_id") || given("customer_identifier");
    let named = names.then(|| usage::named(fields, &mut faults)).flatten();
    let mut text = |name: &str, known: &str| match given(name) {
        true => usage::text(fields, name, &mut faults).unwrap_or_default(),
        false => known.to_owned(),
    };
    let item_id = text("item_id", &before.item_id);
    let object_identifier = text("object_identifier", &before.object_identifier);
    let properties = sent::properties(fields, &mut faults);
    let at = sent::timestamp(fields, session.now(), &mut faults);
    faults.refuse_any()?;
    let mut faults = Faults::default();
    let customer_id = match named {
        None => before.customer_id.clone(),
        Some(named) => {
            let known = [(String::new(), named)];
            let found: Option<CustomerId> = change::customers(session, &known, &mut faults)?.pop();
            found.unwrap_or_default()
        }
    };
    if item_id != before.item_id {
        change::check_items(session, &[(String::new(), item_id.clone())], &mut faults)?;
    }
    let properties = properties.unwrap_or_else(|| before.properties.clone());
    let moves = customer_id != before.customer_id
        || item_id != before.item_id
        || properties != before.properties;
    let now = session.now();
    let since = if moves { at.unwrap_or(now) } else { before.since };
    if let Err((code, detail)) = change::check_time(before, since) {
        // Without a time of its own it is one that was changed ahead of a clock that stood back.
        faults.add("/timestamp", code, detail);
    }
    faults.refuse_any()?;
    let updated_at = now.max(before.updated_at);
    let row = ObjectRow { customer_id, item_id, object_identifier, properties, ..before.clone() };
    Ok(ObjectRow { since, updated_at, ..row })
}
