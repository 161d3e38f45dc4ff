//! Faults in objects.

use serde_json::json;

use super::found;
use crate::billing::usage::objects::{add, item};
use crate::harness::{Client, Kind};

pub(super) const FAULTS: &str = include_str!("faults/objects.sql");

both! {
    fn in_objects(kind: Kind) {
        found(kind, FAULTS, there);
    }
}

/// A camera that became another.
fn there(client: &Client) {
    let item = item(client);
    client.named("a");
    add(client, &item, "cam1");
    client.patch("/objects/cam1", &json!({ "properties": { "site": "eu" } })).expect(200);
}
