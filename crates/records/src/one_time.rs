//! What is charged once, on an invoice of its own or on the next one.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::subscription::config_item::QuantityConfig;
use crate::subscription::discount::SubscriptionDiscount;
use crate::{
    Amount, CompanyId, CustomerId, Moment, Number, Object, OneTimeId, ProductPricing, SentAmount,
};

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
    #[schema(value_type = String)]
    pub customer_id: CustomerId,
    #[schema(value_type = String, example = "otb_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa")]
    pub id: OneTimeId,
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

impl OneTimeCharge {
    /// Kept in columns, or filled in when it is read.
    pub const IN_COLUMNS: &[&str] = &[
        "company_id",
        "created_at",
        "customer_id",
        "id",
        "product_pricing",
        "state",
        "type",
        "updated_at",
    ];
}

/// One-time charges that are asked for together: they have one currency and are billed together.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(example = json!({
    "customer_id": "cus_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa",
    "type": "IMMEDIATE",
    "onetime_items": [{
        "aggregate": 1,
        "custom_price": {
            "amount": {"currency": "USD", "value_in_cents": 50000},
            "description": "Migration"
        }
    }]
}))]
pub struct OneTimeCreate {
    pub auto_charges: Option<bool>,
    #[schema(value_type = String, required = true)]
    pub customer_id: CustomerId,
    /// What is taken off these charges, once.
    pub discounts: Option<Vec<SubscriptionDiscount>>,
    /// When an IMMEDIATE charge is billed; now where absent or past.
    pub invoice_date: Option<Moment>,
    #[schema(minimum = 0, maximum = 3650)]
    pub invoice_due_date_from_creation: Option<i64>,
    pub invoice_payment_instructions: Option<String>,
    #[schema(value_type = Option<Object>)]
    pub metadata: Option<Object>,
    pub notes: Option<String>,
    #[schema(required = true, min_items = 1, max_items = 100)]
    pub onetime_items: Vec<OneTimeItem>,
    /// IMMEDIATE where absent.
    #[serde(rename = "type")]
    pub kind: Option<OneTimeType>,
}

/// What is bought once: a one-time pricing, or a price of its own.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct OneTimeItem {
    /// How many.
    #[schema(value_type = f64, exclusive_minimum = 0, required = true)]
    pub aggregate: Number,
    pub custom_price: Option<SentOneTimePrice>,
    pub product_pricing_id: Option<String>,
    pub quantity_config: Option<QuantityConfig>,
    #[schema(value_type = Option<f64>)]
    pub sort_order: Option<Number>,
}

/// A price that stands in no catalog, as it is sent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SentOneTimePrice {
    #[schema(required = true, nullable = false)]
    pub amount: Option<SentAmount>,
    pub description: Option<String>,
    pub product_id: Option<String>,
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
