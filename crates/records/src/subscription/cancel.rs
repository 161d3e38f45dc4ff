//! How a subscription was cancelled.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::change::ChangeTiming;
use crate::{Amount, Moment};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct CancelConfig {
    /// The campaign that cancelled it.
    pub campaign_id: Option<String>,
    pub campaign_step_id: Option<String>,
    /// Charges that were agreed until the renewal are billed at the end.
    pub charge_remaining_balance: bool,
    pub custom_end_date: Option<Moment>,
    pub custom_refund_amount: Option<Amount>,
    pub reason: Option<String>,
    pub refund_type: Option<RefundType>,
    pub send_customer_receipt: bool,
    pub timing: Option<ChangeTiming>,
}

/// What is given back of the periods that contain the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum RefundType {
    None,
    Prorated,
    Full,
    Custom,
}
