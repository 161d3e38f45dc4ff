//! A bundle: pricings that are sold together.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::State;
use super::product::Product;
use super::product_pricing::ProductPricing;
use crate::{CompanyId, Moment, Object, Term};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Bundle {
    pub bundle_product_pricings: Vec<BundleProductPricing>,
    #[schema(value_type = String)]
    pub company_id: CompanyId,
    pub created_at: Moment,
    #[schema(example = "EUR")]
    pub currency: String,
    pub description: Option<String>,
    #[schema(example = "bundle_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa")]
    pub id: String,
    /// Made for a subscription on loose pricings, and shared by all on the same set.
    pub is_auto_generated: bool,
    #[schema(value_type = Object)]
    pub metadata: Object,
    #[schema(min_length = 1, max_length = 255, example = "Team")]
    pub name: String,
    /// Subscriptions that have it now.
    #[schema(minimum = 0)]
    pub num_subs: i64,
    pub state: State,
    pub term: Option<Term>,
    pub updated_at: Moment,
}

impl Bundle {
    pub const WRITABLE: &[&str] = &["description", "metadata", "name", "state", "term"];
    pub const IN_COLUMNS: &[&str] = &["num_subs", "updated_at"];
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct BundleProductPricing {
    pub bundle_pricing_id: String,
    #[schema(value_type = String)]
    pub company_id: CompanyId,
    pub created_at: Moment,
    #[schema(example = "bpp_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa")]
    pub id: String,
    pub product: Option<Product>,
    pub product_id: String,
    pub product_pricing: Option<ProductPricing>,
    pub product_pricing_id: String,
    pub updated_at: Moment,
}
