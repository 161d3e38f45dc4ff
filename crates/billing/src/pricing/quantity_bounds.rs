//! How many units may be ordered. Enforced where an order is taken, never while billing.

use money::Quantity;
use serde::{Deserialize, Serialize};

use crate::definition::Faults;
use crate::definition::Field;
use crate::definition::Value;

/// The bounds of a quantity.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuantityBounds {
    /// Whether a customer may choose another quantity than the one that is set.
    pub allow_custom: Option<bool>,
    pub minimum: Option<Quantity>,
    pub maximum: Option<Quantity>,
}

/// Why a quantity is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuantityError {
    #[error("must be at least {0}")]
    TooSmall(Quantity),
    #[error("must be at most {0}")]
    TooLarge(Quantity),
    #[error("must stay {0}")]
    Fixed(Quantity),
    #[error("the smallest quantity is above the largest")]
    Crossed,
}

impl QuantityBounds {
    /// Reads `{allow_custom_quantity, min_quantity, max_quantity}`; null sets no bounds.
    pub fn define(definition: &Value) -> Result<QuantityBounds, Faults> {
        let mut faults = Faults::default();
        let field = Field::root(definition);
        let custom = field.get("allow_custom_quantity");
        let allow_custom = (!custom.is_null()).then(|| custom.flag(&mut faults));
        let minimum = field.get("min_quantity").optional_quantity(&mut faults);
        let maximum = field.get("max_quantity").optional_quantity(&mut faults);
        let bounds = QuantityBounds { allow_custom, minimum, maximum };
        if let Err(error) = bounds.check() {
            field.get("max_quantity").fault(&mut faults, "below_minimum", &error.to_string());
        }
        faults.or(Some(bounds))
    }

    /// Whether there are none.
    pub fn is_open(&self) -> bool {
        *self == QuantityBounds::default()
    }

    /// Whether the bounds make sense at all.
    pub fn check(&self) -> Result<(), QuantityError> {
        match (&self.minimum, &self.maximum) {
            (Some(minimum), Some(maximum)) if minimum > maximum => Err(QuantityError::Crossed),
            _ => Ok(()),
        }
    }

    /// Whether `wanted` may be ordered where `set` is what the seller configured.
    pub fn allow(&self, wanted: &Quantity, set: &Quantity) -> Result<(), QuantityError> {
        if self.allow_custom == Some(false) && wanted != set {
            return Err(QuantityError::Fixed(set.clone()));
        }
        match (&self.minimum, &self.maximum) {
            (Some(minimum), _) if wanted < minimum => Err(QuantityError::TooSmall(minimum.clone())),
            (_, Some(maximum)) if wanted > maximum => Err(QuantityError::TooLarge(maximum.clone())),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn define(text: &str) -> Result<QuantityBounds, Faults> {
        QuantityBounds::define(&serde_json::from_str(text).unwrap())
    }

    #[test]
    fn quantities_stay_within_their_bounds() {
        let quantity = |text: &str| text.parse::<Quantity>().unwrap();
        let bounds = define(r#"{"min_quantity": 1, "max_quantity": "5.5"}"#).unwrap();
        for (wanted, allowed) in [("0.9", false), ("1", true), ("5.5", true), ("5.6", false)] {
            assert_eq!(
                bounds.allow(&quantity(wanted), &quantity("1")).is_ok(),
                allowed,
                "{wanted}"
            );
        }
        let fixed = define(r#"{"allow_custom_quantity": false}"#).unwrap();
        assert!(fixed.allow(&quantity("3"), &quantity("3")).is_ok());
        assert!(fixed.allow(&quantity("4"), &quantity("3")).is_err());
        assert!(define("null").unwrap().allow(&quantity("4"), &quantity("3")).is_ok());
    }

    #[test]
    fn crossed_bounds_are_refused() {
        let faults = define(r#"{"min_quantity": 2, "max_quantity": 1}"#).unwrap_err();
        assert_eq!(faults.iter().next().unwrap().pointer, "max_quantity");
    }
}
