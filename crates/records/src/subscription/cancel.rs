//! How a subscription was cancelled.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::change::ChangeTiming;
use crate::{Amount, Moment, SentAmount};

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

/// An end that is asked for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"timing": "IMMEDIATE", "refund_type": "PRORATED"}))]
pub struct CancelRequest {
    /// Voids its drafts and unpaid invoices, at the end; no where absent.
    pub cancel_pending_invoices: Option<bool>,
    /// Bills what was agreed until the renewal; only without a refund, no where absent.
    pub charge_remaining_balance: Option<bool>,
    /// With the timing `CUSTOM_DATE`.
    pub custom_end_date: Option<Moment>,
    /// With the refund type `CUSTOM`: what comes back in all, tax included. Above what could come
    /// back it is refused.
    pub custom_refund_amount: Option<SentAmount>,
    /// What the customer said.
    #[schema(max_length = 10000)]
    pub customer_cancel_reason: Option<String>,
    #[schema(max_length = 10000)]
    pub reason: Option<String>,
    /// `NONE` where absent.
    pub refund_type: Option<RefundType>,
    /// Kept; it acts once there is e-mail.
    pub send_customer_receipt: Option<bool>,
    /// `PERIOD_END` where absent.
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
