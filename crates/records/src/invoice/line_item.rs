//! A line of an invoice, with what it was computed from.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::catalog::estimate::BreakdownRow;
use crate::{Amount, Moment, Number};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct LineItem {
    /// `exact`, rounded once.
    pub amount: Amount,
    /// How the units were priced, row by row.
    pub breakdown: Vec<BreakdownRow>,
    /// The line of an earlier invoice of which it gives something back: its `id`, which begins
    /// with the `uuid` of that invoice.
    pub corrects: Option<String>,
    /// The customer who uses the service.
    pub customer_id: String,
    /// What discounts took off.
    pub discount: Amount,
    /// Before rounding, in major units; a fraction where no decimal is exact.
    #[schema(example = "12.345")]
    pub exact: String,
    pub gl_code: Option<String>,
    pub id: String,
    pub name: String,
    /// The service period.
    pub period: Option<Period>,
    pub product_id: Option<String>,
    pub product_pricing_id: Option<String>,
    /// The part of a full period that is billed.
    pub proration: Proration,
    pub subscription_id: Option<String>,
    pub tax: Amount,
    /// The rates that it is taxed at, and what it shows of each.
    pub taxes: Vec<LineTax>,
    #[serde(rename = "type")]
    pub kind: LineType,
    #[schema(example = "25")]
    pub units: String,
}

/// What a line shows of one rate.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct LineTax {
    pub amount: Amount,
    pub name: String,
    /// A share: 0.19 is 19 %.
    #[schema(value_type = f64)]
    pub rate: Number,
}

/// From the first instant to the one after the last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Period {
    pub end_date: Moment,
    pub start_date: Moment,
}

/// Days (or seconds) of the whole period: 14 of 28.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Proration {
    pub denominator: i64,
    pub numerator: i64,
}

impl Default for Proration {
    /// All of it.
    fn default() -> Proration {
        Proration { denominator: 1, numerator: 1 }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum LineType {
    /// For a period that begins.
    #[default]
    Advance,
    /// For a period that is over.
    Arrears,
    ProrationCredit,
    ProrationCharge,
    /// What was missing of a minimum spend.
    Minimum,
    TrueUp,
    OneTime,
    Adjustment,
}
