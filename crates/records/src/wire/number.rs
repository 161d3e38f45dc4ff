//! An exact decimal on the wire: a JSON number whose text is kept, never a float.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The text of a JSON number, digit for digit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Number(serde_json::Number);

impl Number {
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The number that a text spells; none where no decimal does.
    pub fn exactly(text: &str) -> Option<Number> {
        text.parse().ok().map(Number)
    }
}

impl Default for Number {
    fn default() -> Number {
        Number(serde_json::Number::from(0))
    }
}

impl From<i64> for Number {
    fn from(whole: i64) -> Number {
        Number(serde_json::Number::from(whole))
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Number, D::Error> {
        serde_json::Number::deserialize(from).map(Number)
    }
}

#[cfg(test)]
mod tests {
    use super::Number;

    #[test]
    fn keeps_every_digit() {
        let text = "0.12345678901234567";
        let number: Number = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&number).unwrap(), text);
    }
}
