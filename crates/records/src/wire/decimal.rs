//! Decimals of price lists: sent as text or number, answered as text, or as a number where the
//! interface has one.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::Value;
use utoipa::openapi::SchemaFormat;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::{PartialSchema, ToSchema, openapi};

/// A decimal in major units, answered as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decimal(String);

impl Decimal {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Decimal, D::Error> {
        digits(from).map(Decimal)
    }
}

/// A decimal in major units, answered as a number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecimalNumber(String);

impl Serialize for DecimalNumber {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0.parse::<serde_json::Number>() {
            Ok(number) => number.serialize(to),
            Err(_) => to.serialize_str(&self.0),
        }
    }
}

impl<'de> Deserialize<'de> for DecimalNumber {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<DecimalNumber, D::Error> {
        digits(from).map(DecimalNumber)
    }
}

/// The digits in their plain spelling, whichever way they were sent.
fn digits<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let text = match Value::deserialize(from)? {
        Value::String(text) => text,
        Value::Number(number) => number.as_str().to_owned(),
        _ => return Err(de::Error::custom("not a decimal")),
    };
    let exact = money::Ratio::parse_decimal(&text).map_err(de::Error::custom)?;
    Ok(exact.to_string())
}

/// A format that says that text and number are both taken; see the reader of bodies.
pub const EITHER: &str = "decimal";

/// What is answered; a body may hold the other as well.
fn schema(kind: Type) -> ObjectBuilder {
    let schema = ObjectBuilder::new()
        .schema_type(kind.clone())
        .format(Some(SchemaFormat::Custom(EITHER.to_owned())))
        .description(Some("A decimal in major units, taken as text or as a number."));
    match kind {
        Type::String => {
            schema.pattern(Some(r"^-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?$")).examples(["0.0025"])
        }
        _ => schema,
    }
}

impl PartialSchema for Decimal {
    fn schema() -> openapi::RefOr<openapi::Schema> {
        schema(Type::String).into()
    }
}

impl ToSchema for Decimal {}

impl PartialSchema for DecimalNumber {
    fn schema() -> openapi::RefOr<openapi::Schema> {
        schema(Type::Number).into()
    }
}

impl ToSchema for DecimalNumber {}

#[cfg(test)]
mod tests {
    use super::{Decimal, DecimalNumber};

    #[test]
    fn text_and_number_are_the_same_price() {
        for sent in ["\"0.0025\"", "0.0025", "2.5e-3"] {
            let text: Decimal = serde_json::from_str(sent).unwrap();
            assert_eq!(serde_json::to_string(&text).unwrap(), "\"0.0025\"");
            let number: DecimalNumber = serde_json::from_str(sent).unwrap();
            assert_eq!(serde_json::to_string(&number).unwrap(), "0.0025");
        }
        assert!(serde_json::from_str::<Decimal>("\"x\"").is_err());
        assert!(serde_json::from_str::<Decimal>("true").is_err());
    }
}
