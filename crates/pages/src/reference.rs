//! The reference of the API as one page that needs nothing else.

use serde_json::Value;

/// Renders the OpenAPI document for people.
pub fn reference(document: &Value) -> String {
    format!("<!doctype html><title>Perennial</title><pre>{}</pre>", document["info"]["title"])
}
