//! Things that are bought once.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::config_item::QuantityConfig;
use crate::Number;

/// What is bought once with a subscription.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SubscriptionOneTimeItem {
    /// How many.
    #[schema(value_type = f64, exclusive_minimum = 0)]
    pub aggregate: Number,
    #[serde(default)]
    pub product_pricing_id: Option<String>,
    #[serde(default)]
    pub quantity_config: Option<QuantityConfig>,
    #[serde(default)]
    #[schema(value_type = Option<f64>)]
    pub sort_order: Option<Number>,
}
