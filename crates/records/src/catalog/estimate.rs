//! What a pricing would charge.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Amount, Moment, Number};

/// A first full period from now, unless `at` moves its start or `period` takes a part of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(example = json!({"units": 25}))]
pub struct EstimateRequest {
    /// The same as `num_licenses`; 1 where neither is sent.
    #[schema(value_type = Option<f64>, minimum = 0)]
    pub units: Option<Number>,
    #[schema(value_type = Option<f64>, minimum = 0)]
    pub num_licenses: Option<Number>,
    pub period: Option<EstimatePeriod>,
    /// When the pricing is put on: its periods are counted from here.
    pub at: Option<Moment>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EstimatePeriod {
    pub start_date: Moment,
    pub end_date: Moment,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Estimate {
    /// What the lines come to, each rounded once.
    pub amount: Amount,
    /// The same before rounding, in major units; a fraction where no decimal is exact.
    #[schema(example = "12.345")]
    pub exact: String,
    pub breakdown: Vec<BreakdownRow>,
}

/// `units × unit_price = amount`, exact, in major units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BreakdownRow {
    pub label: String,
    pub units: String,
    pub unit_price: String,
    pub amount: String,
}
