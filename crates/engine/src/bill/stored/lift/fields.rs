//! Fields of a document on their way into another form.

use billing::pricing::Pricings;
use serde_json::{Map, Value, json};

/// What a line was of without saying so.
#[derive(Clone, Copy)]
pub(super) struct Of<'a> {
    pub(super) currency: &'a str,
    pub(super) customer: &'a str,
    pub(super) subscription: Option<&'a str>,
}

/// The reference to a component by its place.
pub(super) fn part(pricing: &Value, place: usize) -> String {
    Pricings::by_place(pricing.as_str().unwrap_or_default(), place)
}

/// The anchor of two fields, in the zone of the terms.
pub(super) fn anchor(terms: &Value, at: &str, day: &str) -> Value {
    json!({"at": terms[at], "zone": terms["zone"], "day": terms[day]})
}

/// Those of these fields that are there.
pub(super) fn keep(first: &mut Value, names: &[&str]) -> Map<String, Value> {
    let Some(first) = first.as_object_mut() else { return Map::new() };
    let found = names.iter().filter_map(|name| Some(((*name).to_owned(), first.remove(*name)?)));
    found.filter(|(_, value)| !value.is_null()).collect()
}

pub(super) fn rename(document: &mut Value, from: &str, to: &str) {
    if let Some(fields) = document.as_object_mut()
        && let Some(value) = fields.remove(from)
    {
        fields.insert(to.to_owned(), value);
    }
}

pub(super) fn list(value: Value) -> Vec<Value> {
    match value {
        Value::Array(list) => list,
        _ => Vec::new(),
    }
}
