//! Money of one currency in whole minor units. It never converts, never wraps and never adds two
//! currencies.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Currency, Ratio, UnknownCurrency};

/// A whole number of minor units (cents, yen, fils) of one currency, in the interface's shape.
/// `Amount<String>` is one that somebody sent: its currency may be anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(
    bound = "",
    description = "`value_in_cents` counts minor units of the currency: cents for USD, yen for \
                   JPY, fils for KWD.",
    example = json!({"currency": "USD", "value_in_cents": 4900}),
))]
pub struct Amount<C = Currency> {
    /// ISO 4217 code; any letter case is accepted, upper case is answered.
    #[cfg_attr(feature = "schema", schema(value_type = String, pattern = "^[A-Za-z]{3}$"))]
    pub currency: C,
    #[serde(rename = "value_in_cents", deserialize_with = "crate::wire::minor_units")]
    pub minor: i64,
}

/// Why an amount could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AmountError {
    #[error("the amount does not fit into 64 bits")]
    Overflow,
    #[error("{0} and {1} cannot be combined")]
    CurrencyMismatch(Currency, Currency),
    #[error("money and units cannot be combined")]
    NotMoney,
}

impl Amount {
    pub fn new(currency: Currency, minor: i64) -> Amount {
        Amount { currency, minor }
    }

    pub fn zero(currency: Currency) -> Amount {
        Amount { currency, minor: 0 }
    }

    pub fn is_zero(self) -> bool {
        self.minor == 0
    }

    pub fn is_positive(self) -> bool {
        self.minor > 0
    }

    pub fn is_negative(self) -> bool {
        self.minor < 0
    }

    /// The exact value in major units.
    pub fn major(self) -> Ratio {
        Ratio::from(self.minor) * Ratio::unit_of(self.currency.digits())
    }

    pub fn checked_add(self, other: Amount) -> Result<Amount, AmountError> {
        self.same_currency(other)?;
        self.with(self.minor.checked_add(other.minor))
    }

    pub fn checked_sub(self, other: Amount) -> Result<Amount, AmountError> {
        self.same_currency(other)?;
        self.with(self.minor.checked_sub(other.minor))
    }

    pub fn checked_neg(self) -> Result<Amount, AmountError> {
        self.with(self.minor.checked_neg())
    }

    /// The smaller of two amounts of one currency.
    pub fn checked_min(self, other: Amount) -> Result<Amount, AmountError> {
        self.same_currency(other)?;
        Ok(if other.minor < self.minor { other } else { self })
    }

    /// The amount, or zero where it is negative.
    pub fn or_zero(self) -> Amount {
        Amount { minor: self.minor.max(0), ..self }
    }

    /// The sum of amounts that all have the given currency.
    pub fn sum<I>(currency: Currency, amounts: I) -> Result<Amount, AmountError>
    where
        I: IntoIterator<Item = Amount>,
    {
        // Wide inside, so that only the sum has to fit and not each step to it.
        let mut sum = 0_i128;
        for amount in amounts {
            Amount::zero(currency).same_currency(amount)?;
            sum = sum.checked_add(i128::from(amount.minor)).ok_or(AmountError::Overflow)?;
        }
        Amount::zero(currency).with(i64::try_from(sum).ok())
    }

    pub fn same_currency(self, other: Amount) -> Result<(), AmountError> {
        match self.currency == other.currency {
            true => Ok(()),
            false => Err(AmountError::CurrencyMismatch(self.currency, other.currency)),
        }
    }

    fn with(self, minor: Option<i64>) -> Result<Amount, AmountError> {
        minor.map(|minor| Amount { minor, ..self }).ok_or(AmountError::Overflow)
    }
}

impl Amount<String> {
    /// The amount, if there is such a currency.
    pub fn known(&self) -> Result<Amount, UnknownCurrency> {
        Ok(Amount::new(self.currency.to_ascii_uppercase().parse()?, self.minor))
    }
}

impl From<Amount> for Amount<String> {
    fn from(amount: Amount) -> Amount<String> {
        Amount { currency: amount.currency.code().to_owned(), minor: amount.minor }
    }
}

/// Major units with all digits of the currency, then its code: `12.30 EUR`.
impl fmt::Display for Amount {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = usize::from(self.currency.digits());
        let sign = if self.minor < 0 { "-" } else { "" };
        let digits = format!("{:0>width$}", self.minor.unsigned_abs(), width = places + 1);
        let (whole, fraction) = digits.split_at(digits.len() - places);
        let dot = if places == 0 { "" } else { "." };
        write!(out, "{sign}{whole}{dot}{fraction} {}", self.currency)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amount(code: &str, minor: i64) -> Amount {
        Amount::new(code.parse().unwrap(), minor)
    }

    #[test]
    fn amounts_print_the_digits_of_their_currency() {
        let table = [
            (amount("eur", 1230), "12.30 EUR"),
            (amount("EUR", -5), "-0.05 EUR"),
            (amount("JPY", 1230), "1230 JPY"),
            (amount("KWD", 1), "0.001 KWD"),
            (amount("CLF", 10000), "1.0000 CLF"),
            (amount("USD", i64::MIN), "-92233720368547758.08 USD"),
        ];
        for (value, printed) in table {
            assert_eq!(value.to_string(), printed);
        }
    }

    #[test]
    fn nothing_wraps_and_nothing_mixes() {
        let most = amount("EUR", i64::MAX);
        let least = amount("EUR", i64::MIN);
        assert_eq!(most.checked_add(amount("EUR", 1)), Err(AmountError::Overflow));
        assert_eq!(least.checked_sub(amount("EUR", 1)), Err(AmountError::Overflow));
        assert_eq!(least.checked_neg(), Err(AmountError::Overflow));
        let mixed = most.checked_add(amount("USD", 1));
        assert!(matches!(mixed, Err(AmountError::CurrencyMismatch(..))));
    }

    #[test]
    fn only_the_sum_has_to_fit() {
        let eur = "EUR".parse().unwrap();
        let steps = [i64::MAX, i64::MAX, i64::MIN, i64::MIN].map(|minor| Amount::new(eur, minor));
        assert_eq!(Amount::sum(eur, steps).unwrap().minor, -2);
        let over = [i64::MAX, 1].map(|minor| Amount::new(eur, minor));
        assert_eq!(Amount::sum(eur, over), Err(AmountError::Overflow));
    }
}
