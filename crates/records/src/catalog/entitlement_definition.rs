//! What can be granted to customers, by key.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{CompanyId, Moment};

/// Values are given by products, pricings, subscriptions; several are joined by the aggregator.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct EntitlementDefinition {
    /// A number is multiplied by the licences of its component.
    pub adjust_for_quantity: bool,
    pub aggregator_type: Option<AggregatorType>,
    #[schema(value_type = String)]
    pub company_id: CompanyId,
    pub created_at: Moment,
    #[schema(example = "ent_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa")]
    pub id: String,
    /// Unique in the company.
    #[schema(min_length = 1, max_length = 255, example = "max_seats")]
    pub key: String,
    #[schema(min_length = 1, max_length = 255, example = "Seats")]
    pub name: String,
    /// What an `ENUM` may be.
    pub possible_values: Vec<String>,
    #[serde(rename = "type")]
    pub kind: EntitlementType,
    pub updated_at: Moment,
}

impl EntitlementDefinition {
    /// What PATCH takes; create also takes `key` and `type`.
    pub const WRITABLE: &[&str] =
        &["adjust_for_quantity", "aggregator_type", "name", "possible_values"];
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum EntitlementType {
    #[default]
    Bool,
    Number,
    Text,
    Enum,
}

impl EntitlementType {
    pub fn as_str(self) -> &'static str {
        match self {
            EntitlementType::Bool => "BOOL",
            EntitlementType::Number => "NUMBER",
            EntitlementType::Text => "TEXT",
            EntitlementType::Enum => "ENUM",
        }
    }
}

/// `OR`, `AND` for `BOOL`; `ADD`, `MINIMUM`, `MAXIMUM` for `NUMBER`; `COALESCE` for the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum AggregatorType {
    Or,
    And,
    Add,
    Minimum,
    Maximum,
    Coalesce,
}

/// A value that a product or pricing gives; the definition is named by any of the first three.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(example = json!({"key": "max_seats", "value": 5}))]
pub struct EntitlementValue {
    pub entitlement_id: Option<String>,
    pub id: Option<String>,
    pub key: Option<String>,
    #[schema(value_type = serde_json::Value)]
    pub value: serde_json::Value,
}
