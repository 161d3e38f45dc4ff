//! A name and a value that a company wants printed on invoices.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(example = json!({"name": "PO number", "value": "4711"}))]
pub struct DisplayField {
    pub name: Option<String>,
    pub value: Option<String>,
}
