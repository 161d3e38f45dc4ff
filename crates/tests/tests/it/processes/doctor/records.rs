//! Faults in customers and in the log.

use serde_json::json;

use super::found;
use crate::harness::Kind;

pub(super) const FAULTS: &str = include_str!("faults/records.sql");

both! {
    fn in_records(kind: Kind) {
        found(kind, FAULTS, |client| {
            let parent = client.named("parent");
            let body = json!({ "identifier": "a", "name": "Ada", "parent_customer_id": parent });
            client.customer(&body);
            client.patch("/customers/a", &json!({ "tags": ["t"] })).expect(200);
        });
    }
}
