//! What a credit holds: money of a currency, or units of an item.

use std::fmt;
use std::sync::Arc;

use money::{Amount, AmountError, Ratio};

/// So many digits units have behind the point.
pub const UNIT_DIGITS: u8 = 9;

/// Money, or units of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CreditValue {
    Money(Amount),
    Units(Units),
}

/// So many units of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Units {
    /// The id of the item.
    pub item: Arc<str>,
    pub count: Ratio,
}

impl CreditValue {
    /// The money; none where it is units.
    pub fn money(&self) -> Option<Amount> {
        match self {
            CreditValue::Money(amount) => Some(*amount),
            CreditValue::Units(_) => None,
        }
    }

    /// The units; none where it is money.
    pub fn units(&self) -> Option<&Units> {
        match self {
            CreditValue::Money(_) => None,
            CreditValue::Units(units) => Some(units),
        }
    }

    pub fn of_units(item: &Arc<str>, count: Ratio) -> CreditValue {
        CreditValue::Units(Units { item: item.clone(), count })
    }

    /// The units, or the money in minor units: what a log adds up.
    pub fn number(&self) -> Ratio {
        match self {
            CreditValue::Money(amount) => Ratio::from(amount.minor),
            CreditValue::Units(units) => units.count.clone(),
        }
    }

    /// Whether both are money of one currency, or units of one item.
    pub fn is_like(&self, other: &CreditValue) -> bool {
        match (self, other) {
            (CreditValue::Money(left), CreditValue::Money(right)) => {
                left.currency == right.currency
            }
            (CreditValue::Units(left), CreditValue::Units(right)) => left.item == right.item,
            (CreditValue::Money(_), CreditValue::Units(_))
            | (CreditValue::Units(_), CreditValue::Money(_)) => false,
        }
    }

    /// The smaller of two that are alike.
    pub fn at_most(&self, other: &CreditValue) -> CreditValue {
        match self.number() <= other.number() {
            true => self.clone(),
            false => other.clone(),
        }
    }

    /// Nothing of the same kind.
    pub fn none_of(&self) -> CreditValue {
        match self {
            CreditValue::Money(amount) => CreditValue::Money(Amount::zero(amount.currency)),
            CreditValue::Units(units) => CreditValue::of_units(&units.item, Ratio::ZERO),
        }
    }

    pub fn is_zero(&self) -> bool {
        match self {
            CreditValue::Money(amount) => amount.is_zero(),
            CreditValue::Units(units) => units.count.is_zero(),
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
            (CreditValue::Units(left), CreditValue::Units(right)) if left.item == right.item => {
                Ok(CreditValue::of_units(&left.item, &left.count + &right.count))
            }
            (CreditValue::Units(_), CreditValue::Units(_))
            | (CreditValue::Money(_), CreditValue::Units(_))
            | (CreditValue::Units(_), CreditValue::Money(_)) => Err(AmountError::NotMoney),
        }
    }

    pub fn checked_sub(&self, other: &CreditValue) -> Result<CreditValue, AmountError> {
        match other {
            CreditValue::Money(amount) => {
                self.checked_add(&CreditValue::Money(amount.checked_neg()?))
            }
            CreditValue::Units(units) => {
                let count = &Ratio::ZERO - &units.count;
                self.checked_add(&CreditValue::of_units(&units.item, count))
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
            CreditValue::Units(Units { count, item }) => write!(out, "{count} units of {item}"),
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
        let units = |units: i64| CreditValue::of_units(&"calls".into(), Ratio::from(units));
        let others = CreditValue::of_units(&"seats".into(), Ratio::from(5));
        assert_eq!(units(5).checked_add(&others), Err(AmountError::NotMoney));
        assert!(units(5).is_like(&units(0)) && !units(5).is_like(&others));
        assert!(money(5).is_like(&money(0)) && !units(5).is_like(&money(5)));
        assert_eq!(money(300).checked_sub(&money(120)), Ok(money(180)));
        assert_eq!(units(5).checked_sub(&units(5)), Ok(units(0)));
        assert_eq!(units(5).checked_add(&money(5)), Err(AmountError::NotMoney));
        assert_eq!(money(5).checked_sub(&units(5)), Err(AmountError::NotMoney));
        assert!(money(1).is_positive() && !units(0).is_positive() && !units(-1).is_positive());
        assert_eq!(units(5).money(), None);
    }
}
