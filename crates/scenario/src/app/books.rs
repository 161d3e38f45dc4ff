//! Everything that the API answers of a company, with names in place of ids: two companies that
//! lived the same life have the same books.

use std::collections::HashMap;

use records::Moment;
use serde_json::{Value, json};

use super::{AppWorld, credit};

/// What is found by a search.
const NOUNS: &[&str] = &["customers", "subscriptions", "invoices", "parked"];

/// How long an id is behind its prefix, and how long one of an invoice.
const LENGTH: usize = 27;
const UUID: usize = 36;

/// All records as text, one field a line.
pub(super) fn books(world: &mut AppWorld) -> Result<String, String> {
    let mut all = json!({});
    for noun in NOUNS {
        all[*noun] = json!(found(world, noun)?);
    }
    let credits = world.names.credits();
    let credits = credits.iter().map(|id| credit::credit(world, id));
    all["credits"] = json!(credits.collect::<Result<Vec<_>, _>>()?);
    all["events_log"] = json!(facts(world)?);
    hide(&mut all);
    let text = serde_json::to_string_pretty(&all).map_err(|error| error.to_string())?;
    Ok(named(&text))
}

pub(super) fn found(world: &mut AppWorld, noun: &str) -> Result<Vec<Value>, String> {
    let (mut all, mut from) = (Vec::new(), Value::Null);
    loop {
        let mut pagination = json!({ "limit": 200 });
        if !from.is_null() {
            pagination["from_key"] = from;
        }
        let body = json!({ "pagination": pagination });
        let page = world.search(&format!("/{noun}/find"), body)?;
        all.extend(page["results"].as_array().cloned().unwrap_or_default());
        from = page["pagination"]["from_key"].clone();
        if from.is_null() {
            return Ok(all);
        }
    }
}

/// The log but for the moves of the clock, which are what may differ, and the places that they
/// take in it.
fn facts(world: &mut AppWorld) -> Result<Vec<Value>, String> {
    let (mut all, mut after) = (Vec::new(), 0);
    loop {
        let page = world.look(&format!("/events_log?limit=200&after={after}"))?;
        let found = page["results"].as_array().cloned().unwrap_or_default();
        let Some(last) = found.last() else { break };
        after = last["position"].as_i64().ok_or("a fact without a position")?;
        all.extend(found);
    }
    all.retain(|value| value["event_type"] != "clock.moved");
    for known in &mut all {
        known["position"] = Value::Null;
    }
    Ok(all)
}

/// Takes out what is a company's own: its short name, and the time of the wall that is on what was
/// made with it, which is hardly ever a whole second as all times of a scenario are.
fn hide(value: &mut Value) {
    let is_wall =
        |text: &str| Moment::parse(text).is_some_and(|moment| moment.micros() % 1_000_000 != 0);
    match value {
        Value::String(text) if is_wall(text) => "wall time".clone_into(text),
        Value::Array(all) => all.iter_mut().for_each(hide),
        Value::Object(fields) => {
            fields.retain(|name, _| name != "slug");
            fields.values_mut().for_each(hide);
        }
        _ => {}
    }
}

/// The text with each id named by its kind and the order in which it first stands there.
fn named(text: &str) -> String {
    let (mut out, mut word) = (String::with_capacity(text.len()), String::new());
    let mut names = HashMap::new();
    for letter in text.chars().chain(['\n']) {
        if letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-') {
            word.push(letter);
            continue;
        }
        // A line is named by its invoice and place.
        let (id, rest) = word.split_at_checked(UUID).unwrap_or((&word, ""));
        let (kind, id, rest) = match is_uuid(id) {
            true => (Some("invoice"), id, rest),
            false => (kind(&word), word.as_str(), ""),
        };
        match kind {
            Some(kind) => {
                let next = names.len() + 1;
                let number = names.entry(id.to_owned()).or_insert(next);
                out.push_str(&format!("{kind}#{number}{rest}"));
            }
            None => out.push_str(&word),
        }
        word.clear();
        out.push(letter);
    }
    out
}

fn is_uuid(word: &str) -> bool {
    word.len() == UUID && uuid::Uuid::try_parse(word).is_ok()
}

/// What kind of record an id is of.
fn kind(word: &str) -> Option<&str> {
    let (prefix, rest) = word.rsplit_once('_')?;
    let ours = rest.len() == LENGTH && rest.bytes().all(|byte| byte.is_ascii_alphanumeric());
    ours.then_some(prefix)
}
