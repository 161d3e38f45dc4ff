//! What must hold of a subscription whether it is new or changed.

use records::Object;

use super::PREFIX;
use crate::ids::is_id;
use crate::refusal::Faults;

const LARGEST_METADATA: usize = 64 << 10;

/// A path takes an id or an identifier, so that none may look like the other.
pub(super) fn identifier(identifier: Option<&str>, faults: &mut Faults) {
    let Some(identifier) = identifier else { return };
    if !(1..=255).contains(&identifier.chars().count()) {
        faults.add("/identifier", "length", "An identifier has 1 to 255 characters.");
    }
    if is_id(PREFIX, identifier) {
        let detail = "An identifier must not have the form of our own subscription ids.";
        faults.add("/identifier", "reserved", detail);
    }
}

pub(super) fn metadata(metadata: Option<&Object>, faults: &mut Faults) {
    let size = metadata.map(|map| serde_json::json!(map).to_string().len()).unwrap_or(0);
    if size > LARGEST_METADATA {
        faults.add("/metadata", "too_large", "Metadata may have 64 KiB a record.");
    }
}
