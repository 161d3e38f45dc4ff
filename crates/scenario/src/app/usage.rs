//! Usage by the operations of events.

use serde_json::{Value, json};

use super::ask::Answer;
use super::{AppWorld, bodies};
use crate::action::Action;
use crate::using::{Placed, Placing, Using};

/// Something that is metered, with the ids of its item and metric.
#[derive(Clone, Debug)]
pub(super) struct SoldItem {
    pub name: String,
    pub item: String,
    pub metric: String,
    /// How it is metered.
    pub rule: Value,
}

pub(super) fn used(world: &mut AppWorld, action: &Action) -> Result<Answer, String> {
    match action {
        Action::Use(wanted) => {
            let at = wanted.at.unwrap_or(world.now);
            let event = json!({
                "customer_id": world.customer(&wanted.customer)?,
                "item_id": item(world, &wanted.item)?,
                "properties": wanted.properties(),
                "timestamp": bodies::instant(at),
                "transaction_id": wanted.event,
            });
            world.write("POST", "/events/ingest", &json!({ "events": [event] }))
        }
        Action::Amend(wanted) => {
            let mut body = amended(world, wanted)?;
            bodies::add(&mut body, "timestamp", wanted.at.map(bodies::instant));
            world.write("POST", &format!("/events/{}/amend", wanted.event), &body)
        }
        Action::VoidEvent { customer, event } => {
            let body = json!({ "customer_id": world.customer(customer)? });
            world.write("POST", &format!("/events/{event}/void"), &body)
        }
        _ => Err("that is no usage".to_owned()),
    }
}

fn amended(world: &AppWorld, wanted: &Using) -> Result<Value, String> {
    let customer = world.customer(&wanted.customer)?;
    Ok(json!({ "customer_id": customer, "properties": wanted.properties() }))
}

/// The id of an item by its name.
fn item(world: &AppWorld, name: &str) -> Result<String, String> {
    let found = world.names.items.iter().find(|(known, _)| known == name);
    found.map(|(_, id)| id.clone()).ok_or_else(|| format!("there is no item {name}"))
}

/// By the operations of objects; with a time of its own by ingest, which takes one for all three.
pub(super) fn placed(world: &mut AppWorld, wanted: &Placing) -> Result<Answer, String> {
    let Placing { how, using } = wanted;
    let customer = world.customer(&using.customer)?;
    let key = (using.customer.clone(), using.event.clone());
    let item = match how {
        Placed::Added => item(world, &using.item)?,
        Placed::Altered | Placed::Removed => {
            let known = world.names.objects.iter().rev().find(|(known, _)| *known == key);
            known.map(|(_, item)| item.clone()).ok_or("there is no such object")?
        }
    };
    world.names.objects.push((key, item.clone()));
    let mut body = json!({
        "customer_id": customer, "item_id": item, "object_identifier": using.event,
    });
    if *how != Placed::Removed {
        body["properties"] = using.properties();
    }
    let Some(at) = using.at else {
        let tail = format!("/objects/{}", using.event);
        return match how {
            Placed::Added => world.write("POST", "/objects", &body),
            Placed::Altered => {
                world.write("PATCH", &tail, &json!({ "properties": using.properties() }))
            }
            Placed::Removed => world.ask("DELETE", &tail, None),
        };
    };
    let action = match how {
        Placed::Added => "CREATE",
        Placed::Altered => "UPDATE",
        Placed::Removed => "DELETE",
    };
    body["action"] = json!(action);
    body["timestamp"] = json!(bodies::instant(at));
    world.write("POST", "/objects/ingest", &json!([body]))
}
