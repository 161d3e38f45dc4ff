//! A postal address as customers and companies carry it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Every part but the country is free text; `state` and `country` decide which tax rates apply.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(example = json!({
    "address_line_1": "Lindenstr. 5", "address_line_2": null, "city": "Berlin",
    "country": "DE", "place_id": null, "state": "Berlin", "zip": "10969"
}))]
pub struct Address {
    pub address_line_1: Option<String>,
    pub address_line_2: Option<String>,
    pub city: Option<String>,
    /// A country of ISO 3166-1: two letters, three letters or the English name, in any case.
    /// Answered as two upper-case letters.
    #[schema(example = "DE")]
    pub country: Option<String>,
    pub place_id: Option<String>,
    pub state: Option<String>,
    pub zip: Option<String>,
}
