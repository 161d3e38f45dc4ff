//! Prices that a configuration sets in place of those of the pricing.

use money::Price;
use serde::{Deserialize, Serialize};

/// What the configuration of one subscription sets in place of the pricing's own prices.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Overrides {
    pub price_per_unit: Option<Price>,
    pub tiers: Vec<TierPrice>,
}

/// New prices of one tier, counted from zero.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TierPrice {
    pub index: usize,
    pub price_per_unit: Option<Price>,
    pub flat_price: Option<Price>,
}

impl Overrides {
    pub fn is_empty(&self) -> bool {
        self.price_per_unit.is_none() && self.tiers.is_empty()
    }
}
