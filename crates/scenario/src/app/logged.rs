//! What happened since the last look: the facts that the events log has, in its order, printed as
//! the core's own world prints them.

use std::collections::BTreeMap;

use billing::fact::{Fact, SubscriptionFact};
use calendar::Timestamp;
use serde_json::Value;

use super::{AppWorld, entitle};
use crate::Happening;
use crate::render::Printer;

/// Facts about these are decided by the core, so each of them was logged before it was written.
const DECIDED: &[&str] = &["credit", "discount", "invoice", "one_time", "subscription"];

struct Entry {
    at: Timestamp,
    /// The place of the customer in the scenario.
    place: usize,
    what: What,
}

enum What {
    Fact(Box<Fact>),
    /// What a customer may use from now on, as rows.
    Entitlements(Value),
}

pub(super) fn happened(world: &mut AppWorld) -> Result<Vec<Happening>, String> {
    let mut entries = Vec::new();
    for value in since(world)? {
        let (id, noun) = (text(&value, "id")?, text(&value, "data_type")?);
        match world.site.take(&id) {
            Some(logged) => {
                let place = world.customers.iter().position(|(_, id)| *id == logged.customer);
                let place = place.ok_or("a fact of a customer of nobody")?;
                entries.push(Entry {
                    at: instant(&value, "created_at")?,
                    place,
                    what: What::Fact(Box::new(logged.fact)),
                });
            }
            None if text(&value, "event_type")? == entitle::CHANGED => {
                let of = text(&value, "object_id")?;
                let place = world.customers.iter().position(|(_, id)| *id == of);
                entries.push(Entry {
                    at: instant(&value, "created_at")?,
                    place: place.ok_or("a fact of a customer of nobody")?,
                    what: What::Entitlements(
                        value["data"]["values"]["computed_entitlements"].clone(),
                    ),
                });
            }
            // A subscription that gets values of its own, which the core does not know.
            None if value["data"]["values"].get("override_entitlements").is_some() => {}
            // Who would pay if a rollup did not collect: nobody else pays.
            None if is_only(&value["data"]["values"], "parent_billed") => {}
            None if DECIDED.contains(&noun.as_str()) => {
                return Err(format!("the log has what nobody decided: {value}"));
            }
            None => {}
        }
    }
    // At one instant the application takes customers by their oldest subscription, the core as the
    // scenario names them; nothing of one customer depends on another, unless somebody else pays,
    // which comes first.
    let mut moved: BTreeMap<Timestamp, usize> = BTreeMap::new();
    for (number, entry) in entries.iter().enumerate() {
        if let What::Fact(fact) = &entry.what
            && matches!(
                **fact,
                Fact::Subscription { fact: SubscriptionFact::PayerChanged { .. }, .. }
            )
        {
            moved.insert(entry.at, number);
        }
    }
    let mut numbered: Vec<(usize, Entry)> = entries.into_iter().enumerate().collect();
    numbered.sort_by_key(|(number, entry)| {
        let first = moved.get(&entry.at).is_some_and(|last| number <= last);
        (entry.at, !first, if first { *number } else { entry.place })
    });
    Ok(numbered.into_iter().map(|(_, entry)| print(world, entry)).collect())
}

/// Whether a record says this and nothing else.
fn is_only(values: &Value, name: &str) -> bool {
    values.as_object().is_some_and(|all| all.len() == 1 && all.contains_key(name))
}

fn print(world: &mut AppWorld, entry: Entry) -> Happening {
    let mut fact = match entry.what {
        What::Fact(fact) => fact,
        What::Entitlements(rows) => {
            let customer = world.customers.get(entry.place).map_or("", |(name, _)| name.as_str());
            return Happening { at: entry.at, lines: vec![entitle::told(customer, &rows)] };
        }
    };
    fact.replace_handles(&mut |handle| world.names.give(handle));
    let names = |id: &str| world.customer_name(id);
    let printer = Printer { zone: &world.zone, names: &names, now: entry.at };
    let lines = printer.fact(&fact).into_iter().map(|line| world.names.plain(line));
    Happening { at: entry.at, lines: lines.collect() }
}

/// The entries of the log behind the last one that was read.
fn since(world: &mut AppWorld) -> Result<Vec<Value>, String> {
    let mut all = Vec::new();
    loop {
        let page = world.look(&format!("/events_log?limit=200&after={}", world.position))?;
        let found = page["results"].as_array().cloned().unwrap_or_default();
        let Some(last) = found.last() else { return Ok(all) };
        world.position = last["position"].as_i64().ok_or("a fact without a position")?;
        all.extend(found);
    }
}

pub(super) fn text(record: &Value, name: &str) -> Result<String, String> {
    let text = record[name].as_str().map(str::to_owned);
    text.ok_or_else(|| format!("no {name}: {record}"))
}

pub(super) fn instant(record: &Value, name: &str) -> Result<Timestamp, String> {
    let text = text(record, name)?;
    text.parse().map_err(|error| format!("{text}: {error}"))
}
