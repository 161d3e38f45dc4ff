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

/// What a tax office or a register knows a company by.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "USt-IdNr.", "value": "DE136695976"}))]
pub struct TaxId {
    /// What it is called on invoices; `VAT ID` in the customer's language where absent.
    #[serde(default)]
    #[schema(max_length = 100)]
    pub name: Option<String>,
    /// One that begins like a VAT id of the EU must be one.
    #[schema(min_length = 1, max_length = 100)]
    pub value: String,
}
