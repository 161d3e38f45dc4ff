//! How often something recurs.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// `BI_MONTH` is twice a month, `BI_ANNUAL` twice a year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Frequency {
    Hour,
    Day,
    Week,
    BiMonth,
    Month,
    Quarter,
    BiAnnual,
    Year,
    #[serde(rename = "ONETIME")]
    OneTime,
}

/// `count` times `frequency`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"count": 1, "frequency": "MONTH"}))]
pub struct Term {
    #[schema(exclusive_minimum = 0)]
    pub count: i64,
    pub frequency: Frequency,
}
