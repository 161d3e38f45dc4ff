//! Usage by the operations of events.

use serde_json::{Value, json};

use super::ask::Answer;
use super::{AppWorld, bodies};
use crate::action::Action;
use crate::using::Using;

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
