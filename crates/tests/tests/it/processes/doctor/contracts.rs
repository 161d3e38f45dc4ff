//! Faults in contracts.

use serde_json::json;

use super::found;
use crate::contracts::{sent, signed};
use crate::harness::{Client, Kind};

pub(super) const FAULTS: &str = include_str!("faults/contracts.sql");

both! {
    fn in_contracts(kind: Kind) {
        found(kind, FAULTS, contracts);
    }
}

fn contracts(client: &Client) {
    signed(client, &sent(client, &json!({}))).expect(200);
    sent(client, &json!({ "expiration_date": "2126-01-01T00:00:00Z" }));
}
