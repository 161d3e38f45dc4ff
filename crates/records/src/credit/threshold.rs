//! A balance of credits below which somebody wants to be told.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::CreditType;
use crate::{Amount, CreditThresholdId, CustomerId, Moment, Number, SentAmount};

/// A balance of one currency or one item. The log says `credit_threshold.fell_below` once each
/// time the balance of its customer falls below it, and `credit_threshold.recovered` when it is no
/// longer below.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct CreditThreshold {
    pub amount: Option<Amount>,
    /// Whether the balance is below it now.
    pub below: bool,
    pub created_at: Moment,
    #[schema(value_type = String)]
    pub customer_id: CustomerId,
    /// When the balance last fell below it; empty as long as it never did.
    pub fell_at: Option<Moment>,
    #[schema(value_type = String, example = "cth_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa")]
    pub id: CreditThresholdId,
    pub item_id: Option<String>,
    pub state: ThresholdState,
    #[serde(rename = "type")]
    pub kind: CreditType,
    #[schema(value_type = Option<f64>)]
    pub units: Option<Number>,
    pub updated_at: Moment,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum ThresholdState {
    #[default]
    Active,
    Removed,
}

/// A threshold to be set: money of a currency, or units of an item.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(example = json!({
    "customer_id": "cus_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa",
    "type": "AMOUNT",
    "amount": {"currency": "USD", "value_in_cents": 2000}
}))]
pub struct CreditThresholdCreate {
    /// Of an AMOUNT: greater than zero.
    pub amount: Option<SentAmount>,
    #[schema(value_type = String, required = true)]
    pub customer_id: CustomerId,
    /// Of UNITS: what they are of.
    pub item_id: Option<String>,
    #[serde(rename = "type")]
    #[schema(required = true, nullable = false)]
    pub kind: Option<CreditType>,
    /// Of UNITS: greater than zero.
    #[schema(value_type = Option<f64>)]
    pub units: Option<Number>,
}
