//! What a subscription sets for a component of a pricing.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::decimal::Decimal;
use crate::{ComponentId, Number};

/// Names one component, or a pricing: then it holds for all its components.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ConfigItem {
    /// Billed and not listed at checkout; no where absent.
    pub hide_at_checkout: Option<bool>,
    /// The least that a usage-based component counts, bought beforehand.
    #[schema(value_type = Option<f64>, minimum = 0)]
    pub minimum_units: Option<Number>,
    /// Licences of a license-based component; 1 where absent. In a change an absent one keeps what
    /// the component has, or what goes over to it from the only licence that goes.
    #[schema(value_type = Option<f64>, minimum = 0)]
    pub num_licenses: Option<Number>,
    /// The price of a `CUSTOM` pricing, within its bounds.
    pub price_per_unit: Option<Decimal>,
    #[schema(value_type = Option<String>)]
    pub product_metric_pricing_id: Option<ComponentId>,
    pub product_pricing_id: Option<String>,
    pub quantity_config: Option<QuantityConfig>,
    /// Where its lines stand on an invoice; ties by position.
    #[schema(value_type = Option<f64>)]
    pub sort_order: Option<Number>,
    /// Prices of tiers that are custom.
    pub tier_prices: Option<Vec<TierPrice>>,
    /// Offered in its place.
    #[schema(value_type = Option<String>)]
    pub upsell_product_metric_pricing_id: Option<ComponentId>,
}

/// How many units may be ordered.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct QuantityConfig {
    pub allow_custom_quantity: Option<bool>,
    #[schema(value_type = Option<f64>, minimum = 0)]
    pub max_quantity: Option<Number>,
    #[schema(value_type = Option<f64>, minimum = 0)]
    pub min_quantity: Option<Number>,
}

/// New prices of one tier, counted from zero.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TierPrice {
    #[serde(default)]
    pub flat_price: Option<Decimal>,
    #[schema(minimum = 0, maximum = 999)]
    pub index: i64,
    #[serde(default)]
    pub price_per_unit: Option<Decimal>,
}
