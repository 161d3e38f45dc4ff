//! A billable metric: how an item is measured.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::State;
use crate::{CompanyId, Moment};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Metric {
    #[schema(value_type = String)]
    pub company_id: CompanyId,
    pub created_at: Moment,
    pub description: Option<String>,
    #[schema(max_length = 255)]
    pub external_name: Option<String>,
    #[schema(example = "metric_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa")]
    pub id: String,
    pub is_billable: bool,
    pub item_id: String,
    pub metering_rule: Option<MeteringRule>,
    #[schema(min_length = 1, max_length = 255, example = "Calls a month")]
    pub name: String,
    pub standard: bool,
    pub state: State,
    #[serde(rename = "type")]
    pub kind: MetricType,
    pub updated_at: Moment,
}

impl Metric {
    /// What create takes besides `item_id`, and PATCH besides `state`.
    pub const WRITABLE: &[&str] =
        &["description", "external_name", "is_billable", "metering_rule", "name"];
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum MetricType {
    LicenseMetric,
    #[serde(rename = "ONETIME_METRIC")]
    OneTimeMetric,
    #[default]
    CustomMetric,
}

/// Which events count, and how they become one number.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(example = json!({
    "aggregator": "SUM", "group_keys": ["region"], "property": "tokens", "rule": null
}))]
pub struct MeteringRule {
    pub aggregator: Option<Aggregator>,
    #[schema(max_items = 10)]
    pub group_keys: Option<Vec<String>>,
    /// The property whose values are aggregated; `COUNT` needs none.
    pub property: Option<String>,
    /// A tree of comparators that an event has to satisfy.
    #[schema(value_type = Option<crate::Object>)]
    pub rule: Option<Value>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Aggregator {
    Count,
    Sum,
    Max,
    Avg,
    Unique,
    LastInPeriod,
    LastInHistory,
    HistoricalSum,
}
