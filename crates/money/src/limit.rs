//! The quantities and prices the product accepts. What is outside these bounds is refused at the
//! edge, so that nothing behind it has to wonder.

use std::fmt;

use crate::{DecimalError, Ratio, Rounding};

const QUANTITY_INTEGER_DIGITS: u8 = 15;
const QUANTITY_FRACTION_DIGITS: u8 = 9;
const PRICE_FRACTION_DIGITS: u8 = 12;

/// Why a number is no quantity or no price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LimitError {
    #[error(transparent)]
    Decimal(#[from] DecimalError),
    #[error("must not be negative")]
    Negative,
    #[error("has more than {0} digits before the decimal point")]
    IntegerDigits(u8),
    #[error("has more than {0} digits after the decimal point")]
    FractionDigits(u8),
}

/// Units that are sold or used: not negative, 15 integer and 9 fraction digits.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Quantity(Ratio);

/// A price of one unit in major units: not negative, 12 fraction digits.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Price(Ratio);

impl Quantity {
    pub const ZERO: Quantity = Quantity(Ratio::ZERO);

    pub fn new(value: Ratio) -> Result<Quantity, LimitError> {
        check(&value, QUANTITY_FRACTION_DIGITS)?;
        if value >= Ratio::power_of_ten(QUANTITY_INTEGER_DIGITS) {
            return Err(LimitError::IntegerDigits(QUANTITY_INTEGER_DIGITS));
        }
        Ok(Quantity(value))
    }

    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    pub fn parse(text: &str) -> Result<Quantity, LimitError> {
        Quantity::new(Ratio::parse_decimal(text)?)
    }

    pub fn ratio(&self) -> &Ratio {
        &self.0
    }
}

impl Price {
    pub const ZERO: Price = Price(Ratio::ZERO);

    pub fn new(value: Ratio) -> Result<Price, LimitError> {
        check(&value, PRICE_FRACTION_DIGITS)?;
        Ok(Price(value))
    }

    pub fn parse(text: &str) -> Result<Price, LimitError> {
        Price::new(Ratio::parse_decimal(text)?)
    }

    pub fn ratio(&self) -> &Ratio {
        &self.0
    }
}

fn check(value: &Ratio, fraction_digits: u8) -> Result<(), LimitError> {
    if value.is_negative() {
        return Err(LimitError::Negative);
    }
    match value.round(fraction_digits, Rounding::Floor) == *value {
        true => Ok(()),
        false => Err(LimitError::FractionDigits(fraction_digits)),
    }
}

macro_rules! newtype {
    ($name:ident) => {
        impl TryFrom<Ratio> for $name {
            type Error = LimitError;
            fn try_from(value: Ratio) -> Result<$name, LimitError> {
                $name::new(value)
            }
        }
        impl From<$name> for Ratio {
            fn from(value: $name) -> Ratio {
                value.0
            }
        }
        impl std::str::FromStr for $name {
            type Err = LimitError;
            fn from_str(text: &str) -> Result<$name, LimitError> {
                $name::parse(text)
            }
        }
        impl fmt::Display for $name {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(out)
            }
        }
    };
}

newtype!(Quantity);
newtype!(Price);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_end_at_fifteen_and_nine_digits() {
        assert!(Quantity::parse("999999999999999.999999999").is_ok());
        assert_eq!(Quantity::parse("1e15"), Err(LimitError::IntegerDigits(15)));
        assert_eq!(Quantity::parse("0.0000000001"), Err(LimitError::FractionDigits(9)));
        assert_eq!(Quantity::parse("0.1000000000"), Quantity::parse("0.1"));
        assert_eq!(Quantity::parse("-1"), Err(LimitError::Negative));
        assert_eq!(Quantity::parse("-0.0"), Ok(Quantity::ZERO));
    }

    #[test]
    fn prices_end_at_twelve_fraction_digits() {
        assert!(Price::parse("0.000000000001").is_ok());
        assert_eq!(Price::parse("0.0000000000001"), Err(LimitError::FractionDigits(12)));
        assert_eq!(Price::parse("-0.01"), Err(LimitError::Negative));
        let odd = Ratio::new(1, 3).unwrap();
        assert_eq!(Price::new(odd), Err(LimitError::FractionDigits(12)));
    }
}
