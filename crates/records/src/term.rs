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
