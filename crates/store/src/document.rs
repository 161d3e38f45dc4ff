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

/// Appends a number, without the detour over formatting.
pub(crate) fn push_number(text: &mut String, number: i64) {
    let mut digits = [b'0'; 20];
    let (mut rest, mut first) = (number.unsigned_abs(), digits.len());
    while rest > 0 || first == digits.len() {
        first -= 1;
        digits[first] += u8::try_from(rest % 10).unwrap_or(0);
        rest /= 10;
    }
    if number < 0 {
        text.push('-');
    }
    text.push_str(std::str::from_utf8(&digits[first..]).unwrap_or_default());
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
    use super::{push_number, spliced};

    #[test]
    fn numbers_are_spelled_as_ever() {
        for number in [0, 1, -1, 9, 10, 12_345_678_901, -100, i64::MAX, i64::MIN] {
            let mut text = "n".to_owned();
            push_number(&mut text, number);
            assert_eq!(text, format!("n{number}"));
        }
    }

    #[test]
    fn columns_come_first() {
        assert_eq!(spliced("\"a\":1", "{\"b\":2}"), "{\"a\":1,\"b\":2}");
        assert_eq!(spliced("\"a\":1", "{}"), "{\"a\":1}");
    }
}
