//! Things that are bought once.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::config_item::QuantityConfig;
use crate::{Amount, CompanyId, Moment, Number, ProductPricing};

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

/// A one-time charge.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct OneTimeCharge {
    /// How many.
    #[schema(value_type = f64)]
    pub aggregate: Number,
    #[schema(value_type = String)]
    pub company_id: CompanyId,
    pub created_at: Moment,
    pub custom_price: Option<OneTimePrice>,
    pub customer_id: String,
    pub id: String,
    pub name: String,
    pub product_pricing: Option<ProductPricing>,
    pub product_pricing_id: Option<String>,
    pub quantity_config: Option<QuantityConfig>,
    #[schema(value_type = Option<f64>)]
    pub sort_order: Option<Number>,
    pub state: OneTimeState,
    #[serde(rename = "type")]
    pub kind: OneTimeType,
    pub updated_at: Moment,
}

/// A price that stands in no catalog; `amount` is for one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct OneTimePrice {
    pub amount: Option<Amount>,
    pub description: Option<String>,
    pub product_id: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum OneTimeState {
    #[default]
    Pending,
    Invoiced,
    Cancelled,
}

/// On an invoice of its own, or on the next one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum OneTimeType {
    #[default]
    Immediate,
    Next,
}
