//! What a customer may use, and from which record it comes.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Entitlement {
    pub entitlement_id: Option<String>,
    pub id: Option<String>,
    pub inherited_from_id: Option<String>,
    pub inherited_from_type: Option<String>,
    pub key: Option<String>,
    pub name: Option<String>,
    #[serde(rename = "type")]
    pub kind: Option<String>,
    #[schema(value_type = Value)]
    pub original_value: Value,
    #[schema(value_type = Value)]
    pub value: Value,
    pub overridden: bool,
}
