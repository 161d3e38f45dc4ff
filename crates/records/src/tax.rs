//! A tax rate of a company, or one that a customer has instead.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Number, Object};

/// A rate applies where its `country` and `region` are empty or equal the customer's address.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "name": "VAT", "rate": 0.19, "country": "DE", "description": null,
    "region": null, "metadata": {}
}))]
pub struct Tax {
    #[schema(min_length = 1)]
    pub name: String,
    /// A share from 0 to 1: 0.19 is 19 %.
    #[schema(value_type = f64, minimum = 0, maximum = 1)]
    pub rate: Number,
    /// A country of ISO 3166-1: two letters, three letters or the English name, in any case.
    /// Answered as two upper-case letters; null is everywhere.
    #[serde(default)]
    #[schema(example = "DE")]
    pub country: Option<String>,
    #[serde(default)]
    pub description: Option<String>,
    #[serde(default)]
    pub region: Option<String>,
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub metadata: Option<Object>,
}
