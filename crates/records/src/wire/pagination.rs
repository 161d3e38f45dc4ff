//! How a search is paged.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// `from_key` is opaque; null or empty asks for the first page, null in an answer ends the walk.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PageRequest {
    pub from_key: Option<String>,
    #[schema(minimum = 0, maximum = 200)]
    pub limit: Option<i64>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"from_key": null, "limit": 20}))]
pub struct PageAnswer {
    pub from_key: Option<String>,
    pub limit: i64,
    /// How many rows match in all; only with `include_meta`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub total_count: Option<i64>,
}
