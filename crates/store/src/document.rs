//! Records as they are kept: one JSON text, less what has columns of its own.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::Error;

/// The text to keep of a record.
pub(crate) fn kept<R: Serialize>(record: &R, in_columns: &[&str]) -> Result<String, Error> {
    let mut value = serde_json::to_value(record).map_err(broken)?;
    if let Value::Object(fields) = &mut value {
        fields.retain(|name, _| !in_columns.contains(&name.as_str()));
    }
    Ok(value.to_string())
}

/// A record's answer: the kept text with the column fields put before it, without parsing it.
pub(crate) fn spliced(columns: &str, doc: &str) -> String {
    let rest = doc.strip_prefix('{').unwrap_or(doc);
    let comma = if rest.starts_with('}') { "" } else { "," };
    ["{", columns, comma, rest].concat()
}

/// A record again, from its answer.
pub(crate) fn parsed<R: DeserializeOwned>(text: &str) -> Result<R, Error> {
    serde_json::from_str(text).map_err(broken)
}

fn broken(error: serde_json::Error) -> Error {
    Error::Broken(format!("a stored record cannot be read: {error}"))
}

#[cfg(test)]
mod tests {
    use super::spliced;

    #[test]
    fn columns_come_first() {
        assert_eq!(spliced("\"a\":1", "{\"b\":2}"), "{\"a\":1,\"b\":2}");
        assert_eq!(spliced("\"a\":1", "{}"), "{\"a\":1}");
    }
}
