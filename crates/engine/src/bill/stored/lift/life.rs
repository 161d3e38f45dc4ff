//! What is ahead of a subscription and what became of it, of the first version: what only the
//! interface knew of changes and cancels stood with each of them.

use serde_json::{Map, Value, json};

use super::fields::{Of, keep, list};
use super::line::line;

/// What is ahead and what became of it.
pub(super) fn lifecycle(mut first: Value, of: Of<'_>) -> Value {
    let (mut changes, mut cancels) = (Map::new(), Map::new());
    let mut cancel = first["cancel"].take();
    let cancelled = cancel["own"].take();
    if let Some(id) = cancelled["id"].as_str() {
        cancels.insert(id.to_owned(), cancel["note"].take());
    }
    let mut change = |mut first: Value| {
        let note = first["note"].take();
        let mut lifted =
            keep(&mut first, &["id", "asked", "timing", "proration", "at", "applied", "scheduled"]);
        if let Some(id) = lifted.get("id").and_then(Value::as_str) {
            changes.insert(id.to_owned(), note);
        }
        lifted.insert("wanted".to_owned(), wanted(first["wanted"].take()));
        Value::Object(lifted)
    };
    let ahead: Vec<Value> = list(first["changes"].take()).into_iter().map(&mut change).collect();
    let changed = match first["changed"].take() {
        Value::Null => Value::Null,
        changed => change(changed),
    };
    let pending = list(first["waiting"].take()).into_iter().map(|known| line(known, of));
    let pending: Vec<Value> = pending.collect();
    let mut lifted = keep(&mut first, &["trial", "converted", "pause"]);
    lifted.insert("changes".to_owned(), json!(ahead));
    lifted.insert("pending_lines".to_owned(), json!(pending));
    for (name, value) in [("cancel", cancelled), ("changed", changed)] {
        if !value.is_null() {
            lifted.insert(name.to_owned(), value);
        }
    }
    let details = json!({"changes": changes, "cancels": cancels});
    json!({"v": 2, "lifecycle": lifted, "details": details})
}

/// What a change makes of a subscription.
fn wanted(mut first: Value) -> Value {
    let names = ["reset_anchor", "term", "relative_term", "auto_renews", "auto_charges"];
    let mut lifted = keep(&mut first, &names);
    lifted.extend(keep(&mut first, &["discounts", "trial"]));
    if let Some(said) = first["minimum"].as_object_mut() {
        lifted.insert("minimum".to_owned(), said.remove("minimum").unwrap_or_default());
    }
    if let Value::Array(picked) = first["plans"].take() {
        let picked = picked.into_iter().map(|mut picked| {
            json!({"pricing": picked["plan"].take(), "configurations": picked["configs"].take()})
        });
        lifted.insert("pricings".to_owned(), picked.collect());
    }
    Value::Object(lifted)
}
