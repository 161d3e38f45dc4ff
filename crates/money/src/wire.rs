//! Exact numbers from and to documents. A number arrives as the digits that were sent;
//! nothing here computes with a float.

use serde::de::{self, Deserialize, Deserializer};
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::{Price, Quantity, Ratio};

/// What else than a number is accepted.
#[derive(Clone, Copy)]
enum Accept {
    /// Nothing.
    Numbers,
    /// Decimals written as text.
    Decimals,
    /// Whatever a ratio prints, also `1/3`.
    Fractions,
}

fn number<'de, D: Deserializer<'de>>(deserializer: D, accept: Accept) -> Result<Ratio, D::Error> {
    let parsed = match (Value::deserialize(deserializer)?, accept) {
        (Value::Number(number), _) => Ratio::parse_decimal(number.as_str()),
        (Value::String(text), Accept::Decimals) => Ratio::parse_decimal(&text),
        (Value::String(text), Accept::Fractions) => text.parse(),
        (_, _) => return Err(de::Error::custom("not a number")),
    };
    parsed.map_err(de::Error::custom)
}

impl<'de> Deserialize<'de> for Ratio {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Ratio, D::Error> {
        number(deserializer, Accept::Fractions)
    }
}

impl<'de> Deserialize<'de> for Quantity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Quantity, D::Error> {
        Quantity::new(number(deserializer, Accept::Decimals)?).map_err(de::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Price {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Price, D::Error> {
        Price::new(number(deserializer, Accept::Decimals)?).map_err(de::Error::custom)
    }
}

impl Serialize for Ratio {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for Quantity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.ratio().serialize(serializer)
    }
}

impl Serialize for Price {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.ratio().serialize(serializer)
    }
}

/// A whole number, however it is written: `1e3` is one, `1.5` and `"100"` are not.
pub(crate) fn minor_units<'de, D>(deserializer: D) -> Result<i64, D::Error>
where
    D: Deserializer<'de>,
{
    let value = number(deserializer, Accept::Numbers)?;
    value.to_i64().ok_or_else(|| de::Error::custom("must be a whole number of 64 bits"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Amount, UnknownCurrency};

    /// Both ways into a type agree: from text and from a parsed document.
    fn read<T: de::DeserializeOwned + PartialEq + std::fmt::Debug>(text: &str) -> Option<T> {
        let direct = serde_json::from_str(text).ok();
        let parsed: Option<serde_json::Value> = serde_json::from_str(text).ok();
        let indirect = parsed.and_then(|parsed| serde_json::from_value(parsed).ok());
        assert_eq!(direct, indirect, "{text}");
        direct
    }

    #[test]
    fn numbers_keep_every_digit() {
        for text in ["0.12345678901234567", "\"0.12345678901234567\""] {
            assert_eq!(read::<Ratio>(text).unwrap().to_string(), "0.12345678901234567");
        }
        for (text, printed) in [("0.1", "0.1"), ("1e3", "1000"), ("-0.0", "0"), ("\"1/3\"", "1/3")]
        {
            assert_eq!(read::<Ratio>(text).unwrap().to_string(), printed, "{text}");
        }
        assert_eq!(serde_json::to_string(&read::<Ratio>("0.10")).unwrap(), "\"0.1\"");
        for text in ["1e400", "true", "null", "{}", "[1]", "\"x\"", "{\"a\": \"1\"}"] {
            assert_eq!(read::<Ratio>(text), None, "{text}");
        }
    }

    #[test]
    fn prices_and_quantities_are_checked_on_the_way_in() {
        assert_eq!(read::<Price>("\"0.0025\"").unwrap().to_string(), "0.0025");
        assert_eq!(read::<Price>("0.0025").unwrap().to_string(), "0.0025");
        for text in ["\"1/4\"", "-1", "0.0000000000001", "\"\""] {
            assert_eq!(read::<Price>(text), None, "{text}");
        }
        assert_eq!(read::<Quantity>("1e15"), None);
    }

    #[test]
    fn minor_units_are_whole_numbers() {
        let amount = |cents: &str| {
            read::<Amount>(&format!(r#"{{"currency": "eur", "value_in_cents": {cents}}}"#))
        };
        let table = [
            ("7", Some(7)),
            ("1e3", Some(1000)),
            ("1000.0", Some(1000)),
            ("-9223372036854775808", Some(i64::MIN)),
            ("9223372036854775807", Some(i64::MAX)),
            ("9223372036854775808", None),
            ("1.5", None),
            ("\"100\"", None),
            ("null", None),
        ];
        for (cents, minor) in table {
            assert_eq!(amount(cents).map(|amount| amount.minor), minor, "{cents}");
        }
        let text = serde_json::to_string(&amount("7")).unwrap();
        assert_eq!(text, r#"{"currency":"EUR","value_in_cents":7}"#);
        assert_eq!(read::<Amount>(r#"{"currency": "EUR"}"#), None);
        assert_eq!(read::<Amount>(r#"{"currency": "EUR", "value_in_cents": 1, "x": 1}"#), None);
    }

    #[test]
    fn what_was_sent_keeps_a_currency_that_nobody_knows() {
        let sent = |code: &str| format!(r#"{{"currency": "{code}", "value_in_cents": 5}}"#);
        assert_eq!(read::<Amount>(&sent("qqq")), None);
        let unknown = read::<Amount<String>>(&sent("qqq")).unwrap();
        assert_eq!(unknown.known(), Err(UnknownCurrency("QQQ".to_owned())));
        let known = read::<Amount<String>>(&sent("jpy")).unwrap().known().unwrap();
        assert_eq!(known.to_string(), "5 JPY");
    }

    #[test]
    fn an_amount_of_no_currency_reads_as_it_is_written() {
        let none: Amount = Amount::default();
        let text = serde_json::to_string(&none).unwrap();
        assert_eq!(text, r#"{"currency":"","value_in_cents":0}"#);
        assert_eq!(read::<Amount>(&text), Some(none));
        assert!(none.checked_add(Amount::zero("EUR".parse().unwrap())).is_err());
        assert!("".parse::<crate::Currency>().is_err());
    }
}
