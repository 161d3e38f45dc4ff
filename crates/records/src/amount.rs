//! Money on the wire: a currency and whole minor units of it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// `value_in_cents` counts minor units of the currency: cents for USD, yen for JPY, fils for KWD.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"currency": "USD", "value_in_cents": 4900}))]
pub struct Amount {
    /// ISO 4217 code; any letter case is accepted, upper case is answered.
    #[schema(pattern = "^[A-Za-z]{3}$")]
    pub currency: String,
    pub value_in_cents: i64,
}
