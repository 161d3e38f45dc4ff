//! A value of an entitlement: yes or no, a number, a text.

use money::Ratio;
use serde_json::Value as Json;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Flag(bool),
    Number(Ratio),
    /// Also one of a list of words.
    Text(String),
}

impl Value {
    /// What JSON says; nothing for what is no value, or a number beyond all bounds.
    pub fn read(json: &Json) -> Option<Value> {
        match json {
            Json::Bool(flag) => Some(Value::Flag(*flag)),
            Json::Number(number) => Ratio::parse_decimal(number.as_str()).ok().map(Value::Number),
            Json::String(text) => Some(Value::Text(text.clone())),
            Json::Null | Json::Array(_) | Json::Object(_) => None,
        }
    }

    /// As JSON has it: numbers with all their digits.
    pub fn json(&self) -> Json {
        match self {
            Value::Flag(flag) => Json::Bool(*flag),
            // Sums and products of decimals are decimals, which JSON can always spell.
            Value::Number(number) => {
                number.to_string().parse().map(Json::Number).unwrap_or_default()
            }
            Value::Text(text) => Json::String(text.clone()),
        }
    }
}
