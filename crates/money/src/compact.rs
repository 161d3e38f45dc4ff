//! Amounts in documents that only programs read: `"1250 EUR"`, in minor units.
//! For `#[serde(with = "money::compact")]`.

use serde::{Deserialize, Deserializer, Serializer, de};

use crate::Amount;

pub fn serialize<S: Serializer>(amount: &Amount, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{} {}", amount.minor, amount.currency.code()))
}

pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Amount, D::Error> {
    let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
    let read = text.split_once(' ').and_then(|(minor, currency)| {
        Some(Amount { minor: minor.parse().ok()?, currency: currency.parse().ok()? })
    });
    read.ok_or_else(|| de::Error::custom("an amount is minor units and a currency"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, serde::Serialize, Deserialize)]
    struct Bill(#[serde(with = "crate::compact")] Amount);

    #[test]
    fn an_amount_is_read_as_it_was_written() {
        for (minor, code) in [(0, "EUR"), (-1250, "JPY"), (i64::MAX, "BHD")] {
            let bill = Bill(Amount::new(code.parse().unwrap(), minor));
            let text = serde_json::to_string(&bill).unwrap();
            assert_eq!(text, format!("\"{minor} {code}\""));
            assert_eq!(serde_json::from_str::<Bill>(&text).unwrap(), bill);
        }
        for text in ["\"12\"", "\"1.5 EUR\"", "\"1 XXQ\"", "12", "\"\""] {
            serde_json::from_str::<Bill>(text).unwrap_err();
        }
    }
}
