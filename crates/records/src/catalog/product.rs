//! A product: something that is sold at one price or another.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::State;
use super::product_pricing::ProductPricing;
use crate::{CompanyId, Entitlement, Moment, Object};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Product {
    /// Kept and answered for accounting systems.
    #[schema(value_type = Option<Object>)]
    pub accounting_integration_mapping: Option<Object>,
    #[schema(value_type = String)]
    pub company_id: CompanyId,
    pub created_at: Moment,
    pub description: Option<String>,
    pub entitlements: Vec<Entitlement>,
    /// Can stand in a path in place of the id.
    #[schema(max_length = 255, example = "platform")]
    pub external_name: Option<String>,
    /// The account that its lines are booked on.
    pub gl_code: Option<String>,
    #[schema(example = "prod_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa")]
    pub id: String,
    pub image_url: Option<String>,
    pub import_created_at_ref: Option<Moment>,
    pub import_ref: Option<String>,
    pub imported_from: Option<String>,
    #[schema(value_type = Object)]
    pub metadata: Object,
    #[schema(min_length = 1, max_length = 255, example = "Platform")]
    pub name: String,
    /// Subscriptions that have it now.
    #[schema(minimum = 0)]
    pub num_subs: i64,
    #[schema(no_recursion)]
    pub product_pricings: Vec<ProductPricing>,
    pub state: State,
    pub tags: Vec<String>,
    pub updated_at: Moment,
}

impl Product {
    pub const WRITABLE: &[&str] = &[
        "accounting_integration_mapping",
        "description",
        "external_name",
        "gl_code",
        "image_url",
        "import_created_at_ref",
        "import_ref",
        "imported_from",
        "metadata",
        "name",
        "state",
        "tags",
    ];
    pub const IN_COLUMNS: &[&str] = &["num_subs", "product_pricings", "updated_at"];
}
