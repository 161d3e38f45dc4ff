//! Records as they are kept: one JSON text, less what has columns of its own.

use std::fmt::{Display, Write};

use records::Moment;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{Error, Result};

/// The text to keep of a record.
pub fn stored<R: Serialize>(record: &R, in_columns: &[&str]) -> Result<String> {
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

/// An answer that is put together as text: columns and records of others first, then the document
/// as it was kept. Nothing of it is parsed.
pub struct Answer(String);

impl Answer {
    /// With room for a text of about this size.
    pub fn new(size: usize) -> Answer {
        let mut text = String::with_capacity(size);
        text.push('{');
        Answer(text)
    }

    /// A field whose value is JSON already.
    pub fn json(&mut self, name: &str, value: impl Display) -> &mut Answer {
        if self.0.len() > 1 {
            self.0.push(',');
        }
        // Writing to a text cannot fail.
        let _ = write!(self.0, "\"{name}\":{value}");
        self
    }

    pub fn text(&mut self, name: &str, value: &str) -> &mut Answer {
        let plain = |byte: u8| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\';
        match value.bytes().all(plain) {
            true => self.json(name, format_args!("\"{value}\"")),
            false => self.json(name, Value::from(value)),
        }
    }

    pub fn maybe_text(&mut self, name: &str, value: Option<&str>) -> &mut Answer {
        match value {
            Some(value) => self.text(name, value),
            None => self.json(name, "null"),
        }
    }

    pub fn moment(&mut self, name: &str, at: Option<Moment>) -> &mut Answer {
        match at {
            Some(at) => self.json(name, format_args!("\"{at}\"")),
            None => self.json(name, "null"),
        }
    }

    pub fn amount(&mut self, name: &str, currency: &str, minor: i64) -> &mut Answer {
        let value = format_args!("{{\"currency\":\"{currency}\",\"value_in_cents\":{minor}}}");
        self.json(name, value)
    }

    /// The whole answer, with what was kept behind what was put.
    pub fn over(self, doc: &str) -> String {
        let mut text = self.0;
        let rest = doc.strip_prefix('{').unwrap_or(doc);
        if text.len() > 1 && !rest.starts_with('}') {
            text.push(',');
        }
        text.push_str(rest);
        text
    }
}

/// A record again, from its answer.
pub(crate) fn parsed<R: DeserializeOwned>(text: &str) -> Result<R> {
    serde_json::from_str(text).map_err(broken)
}

fn broken(error: serde_json::Error) -> Error {
    Error::Broken(format!("a stored record cannot be read: {error}"))
}

#[cfg(test)]
mod tests {
    use super::{Answer, push_number, spliced};

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
    #[test]
    fn an_answer_is_what_was_put_and_what_was_kept() {
        let mut answer = Answer::new(64);
        answer.text("a", "x").text("b", "\u{1}\"é").maybe_text("c", None).json("d", true);
        answer.amount("e", "EUR", -5).moment("f", None);
        let text = answer.over("{\"g\":[1]}");
        let read: serde_json::Value = serde_json::from_str(&text).unwrap();
        let amount = serde_json::json!({"currency": "EUR", "value_in_cents": -5});
        let wanted = serde_json::json!({
            "a": "x", "b": "\u{1}\"é", "c": null, "d": true, "e": amount, "f": null, "g": [1]
        });
        assert_eq!(read, wanted);
        assert_eq!(Answer::new(0).over("{}"), "{}");
    }
}
