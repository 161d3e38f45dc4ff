//! A JSON-like value whose numbers are exact: the properties of usage events and the fields of a
//! pricing definition. It never holds a float.

use std::fmt;

use money::{DecimalError, Ratio};
use serde::de::{self, Deserialize, Deserializer};

/// A value as it was sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Value {
    #[default]
    Null,
    Bool(bool),
    Number(Ratio),
    Text(String),
    List(Vec<Value>),
    Map(Vec<(String, Value)>),
}

/// What an absent field holds.
pub(crate) static NULL: Value = Value::Null;

impl Value {
    /// The field of a map; null where there is none.
    pub fn get(&self, key: &str) -> &Value {
        let Value::Map(fields) = self else {
            return &NULL;
        };
        fields.iter().find(|(name, _)| name == key).map_or(&NULL, |(_, value)| value)
    }

    /// The field of that name, else what a dotted path leads to.
    pub fn at_path(&self, path: &str) -> &Value {
        match self.get(path) {
            Value::Null => path.split('.').fold(self, |value, key| value.get(key)),
            value => value,
        }
    }

    pub fn is_null(&self) -> bool {
        matches!(self, Value::Null)
    }

    /// The number, also where it was sent as text.
    pub fn as_number(&self) -> Option<Ratio> {
        match self {
            Value::Number(number) => Some(number.clone()),
            Value::Text(text) => Ratio::parse_decimal(text).ok(),
            _ => None,
        }
    }
}

/// Text without quotes, numbers as decimals: what distinguishes values that are counted.
impl fmt::Display for Value {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null => out.write_str("null"),
            Value::Bool(value) => write!(out, "{value}"),
            Value::Number(value) => write!(out, "{value}"),
            Value::Text(value) => out.write_str(value),
            Value::List(values) => {
                let parts: Vec<String> = values.iter().map(Value::to_string).collect();
                write!(out, "[{}]", parts.join(","))
            }
            Value::Map(fields) => {
                let parts: Vec<String> =
                    fields.iter().map(|(key, value)| format!("{key}:{value}")).collect();
                write!(out, "{{{}}}", parts.join(","))
            }
        }
    }
}

/// A parsed document, whose numbers are still text. Only numbers that are too long are refused.
impl TryFrom<&serde_json::Value> for Value {
    type Error = DecimalError;

    fn try_from(json: &serde_json::Value) -> Result<Value, DecimalError> {
        Ok(match json {
            serde_json::Value::Null => Value::Null,
            serde_json::Value::Bool(value) => Value::Bool(*value),
            serde_json::Value::Number(number) => {
                Value::Number(Ratio::parse_decimal(number.as_str())?)
            }
            serde_json::Value::String(text) => Value::Text(text.clone()),
            serde_json::Value::Array(items) => {
                Value::List(items.iter().map(Value::try_from).collect::<Result<_, _>>()?)
            }
            serde_json::Value::Object(fields) => {
                let field = |(key, value): (&String, &serde_json::Value)| {
                    Value::try_from(value).map(|value| (key.clone(), value))
                };
                Value::Map(fields.iter().map(field).collect::<Result<_, _>>()?)
            }
        })
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        let json = serde_json::Value::deserialize(deserializer)?;
        Value::try_from(&json).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_every_digit() {
        let text =
            r#"{"a": 0.12345678901234567, "b": [1e3, -0.0, "x", true, null], "c": {"d": 1}}"#;
        let value: Value = serde_json::from_str(text).unwrap();
        assert_eq!(value.get("a").to_string(), "0.12345678901234567");
        assert_eq!(value.get("b").to_string(), "[1000,0,x,true,null]");
        assert_eq!(value.at_path("c.d").as_number(), Some(Ratio::ONE));
        assert!(value.at_path("c.x.y").is_null());
        let json: serde_json::Value = serde_json::from_str(text).unwrap();
        assert_eq!(Value::try_from(&json), Ok(value.clone()));
        assert_eq!(serde_json::from_value::<Value>(json).unwrap(), value);
        let wide: serde_json::Value = serde_json::from_str("[1e400]").unwrap();
        assert_eq!(Value::try_from(&wide), Err(DecimalError::TooLong));
        assert!(serde_json::from_str::<Value>("1e400").is_err());
    }
}
