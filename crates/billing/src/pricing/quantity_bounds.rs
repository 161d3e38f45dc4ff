//! How many units may be ordered. Enforced where an order is taken, never while billing.

use money::Quantity;

/// The bounds of a quantity.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
