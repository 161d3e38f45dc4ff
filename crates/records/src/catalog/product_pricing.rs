//! A product pricing: one way to buy a product, with one or more components.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::State;
use super::item::Item;
use super::item_pricing::ItemPricing;
use super::metric::Metric;
use super::product::Product;
use crate::{Amount, CompanyId, ComponentId, Entitlement, Moment, Number, Object};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ProductPricing {
    #[schema(value_type = String)]
    pub company_id: CompanyId,
    /// The product's entitlements with this pricing's own values over them.
    pub computed_entitlements: Vec<Entitlement>,
    pub created_at: Moment,
    #[schema(example = "EUR")]
    pub currency: String,
    pub description: Option<String>,
    #[schema(max_length = 255, example = "platform-monthly")]
    pub external_name: Option<String>,
    #[schema(example = "price_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa")]
    pub id: String,
    pub import_created_at_ref: Option<Moment>,
    pub import_ref: Option<String>,
    pub imported_from: Option<String>,
    #[schema(value_type = Object)]
    pub metadata: Object,
    /// The least that all components together come to, a period.
    pub minimum_spend: Option<Amount>,
    #[schema(min_length = 1, max_length = 255, example = "Monthly")]
    pub name: String,
    /// Subscriptions that have it now.
    #[schema(minimum = 0)]
    pub num_subs: i64,
    pub override_entitlements: Vec<Entitlement>,
    #[schema(no_recursion)]
    pub product: Option<Box<Product>>,
    pub product_id: String,
    pub product_metric_pricings: Vec<ProductMetricPricing>,
    pub state: State,
    pub tags: Vec<String>,
    #[serde(rename = "type")]
    pub kind: PricingKind,
    pub updated_at: Moment,
    /// Offered in its place.
    pub upsell_product_pricing_id: Option<String>,
}

impl ProductPricing {
    /// What create and PATCH take besides the prices.
    pub const WRITABLE: &[&str] = &[
        "description",
        "external_name",
        "import_created_at_ref",
        "import_ref",
        "imported_from",
        "metadata",
        "minimum_spend",
        "name",
        "tags",
        "upsell_product_pricing_id",
    ];
    pub const IN_COLUMNS: &[&str] = &["computed_entitlements", "num_subs", "product", "updated_at"];
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum PricingKind {
    #[default]
    Recurring,
    #[serde(rename = "ONETIME")]
    OneTime,
}

impl PricingKind {
    pub fn as_str(self) -> &'static str {
        match self {
            PricingKind::Recurring => "RECURRING",
            PricingKind::OneTime => "ONETIME",
        }
    }
}

/// A component: an item, how it is measured, and what it costs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ProductMetricPricing {
    #[schema(value_type = String)]
    pub company_id: CompanyId,
    pub created_at: Moment,
    #[schema(value_type = String, example = "pmp_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa")]
    pub id: ComponentId,
    pub item: Option<Item>,
    pub item_id: String,
    pub item_pricing: ItemPricing,
    pub item_pricing_id: String,
    pub metric: Option<Metric>,
    pub metric_id: String,
    /// Only inside a subscription, where it is always answered; see `SubscriptionMetricPricing`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(ignore)]
    pub minimum_units: Option<Option<Number>>,
    /// The same.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(ignore)]
    pub num_licenses: Option<Option<Number>>,
    #[schema(no_recursion)]
    pub product: Option<Box<Product>>,
    pub product_id: String,
    pub updated_at: Moment,
}
