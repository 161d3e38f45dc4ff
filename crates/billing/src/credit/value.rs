//! What a credit holds: money of a currency, or units of an item.

use std::fmt;

use money::{Amount, AmountError, Ratio};

/// Money, or units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CreditValue {
    Money(Amount),
    Units(Ratio),
}

impl CreditValue {
    /// The money; none where it is units.
    pub fn money(&self) -> Option<Amount> {
        match self {
            CreditValue::Money(amount) => Some(*amount),
            CreditValue::Units(_) => None,
        }
    }

    /// The units, or the money in minor units: what a log adds up.
    pub fn number(&self) -> Ratio {
        match self {
            CreditValue::Money(amount) => Ratio::from(amount.minor),
            CreditValue::Units(units) => units.clone(),
        }
    }

    pub fn is_zero(&self) -> bool {
        match self {
            CreditValue::Money(amount) => amount.is_zero(),
            CreditValue::Units(units) => units.is_zero(),
        }
    }

    pub fn is_positive(&self) -> bool {
        !self.is_zero() && !self.number().is_negative()
    }

    pub fn checked_add(&self, other: &CreditValue) -> Result<CreditValue, AmountError> {
        match (self, other) {
            (CreditValue::Money(left), CreditValue::Money(right)) => {
                Ok(CreditValue::Money(left.checked_add(*right)?))
            }
            (CreditValue::Units(left), CreditValue::Units(right)) => {
                Ok(CreditValue::Units(left + right))
            }
            (CreditValue::Money(_), CreditValue::Units(_))
            | (CreditValue::Units(_), CreditValue::Money(_)) => Err(AmountError::NotMoney),
        }
    }

    pub fn checked_sub(&self, other: &CreditValue) -> Result<CreditValue, AmountError> {
        match other {
            CreditValue::Money(amount) => {
                self.checked_add(&CreditValue::Money(amount.checked_neg()?))
            }
            CreditValue::Units(units) => {
                self.checked_add(&CreditValue::Units(&Ratio::ZERO - units))
            }
        }
    }
}

impl From<Amount> for CreditValue {
    fn from(amount: Amount) -> CreditValue {
        CreditValue::Money(amount)
    }
}

impl fmt::Display for CreditValue {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CreditValue::Money(amount) => amount.fmt(out),
            CreditValue::Units(units) => write!(out, "{units} units"),
        }
    }
}

#[cfg(test)]
mod tests {
    use money::Currency;

    use super::*;

    fn money(minor: i64) -> CreditValue {
        Amount::new("USD".parse::<Currency>().unwrap(), minor).into()
    }

    #[test]
    fn money_and_units_do_not_mix() {
        let units = |units: i64| CreditValue::Units(Ratio::from(units));
        assert_eq!(money(300).checked_sub(&money(120)), Ok(money(180)));
        assert_eq!(units(5).checked_sub(&units(5)), Ok(units(0)));
        assert_eq!(units(5).checked_add(&money(5)), Err(AmountError::NotMoney));
        assert_eq!(money(5).checked_sub(&units(5)), Err(AmountError::NotMoney));
        assert!(money(1).is_positive() && !units(0).is_positive() && !units(-1).is_positive());
        assert_eq!(units(5).money(), None);
    }
}
