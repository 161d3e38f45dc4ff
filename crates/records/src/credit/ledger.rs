//! The ledger of credits: what there was, what moved, what is left.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{CreditAction, CreditType};
use crate::{CreditId, CustomerId, InvoiceId, Moment, Number};

/// What became of the credits of a customer, or a family, between two instants.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct CreditLedger {
    /// One for each currency, then one for each item.
    pub accounts: Vec<LedgerAccount>,
    #[schema(value_type = String)]
    pub customer_id: CustomerId,
    /// Whether customers below are in it.
    pub family: bool,
    /// From this instant on; from the beginning where there is none.
    pub from: Option<Moment>,
    /// Up to this instant, which is not in it; without end where there is none.
    pub to: Option<Moment>,
}

/// Money of one currency in minor units, or units of one item.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct LedgerAccount {
    #[schema(value_type = f64)]
    pub applied: Number,
    /// What was left at the end: `opening` and `issued` and `restored` less the others.
    #[schema(value_type = f64)]
    pub closing: Number,
    #[schema(value_type = f64)]
    pub consumed: Number,
    pub currency: Option<String>,
    #[schema(value_type = f64)]
    pub expired: Number,
    #[schema(value_type = f64)]
    pub issued: Number,
    pub item_id: Option<String>,
    /// The first thousand, in their order; all are found by Find Credit Logs.
    pub movements: Vec<LedgerMovement>,
    pub movements_count: i64,
    /// What was left at the beginning.
    #[schema(value_type = f64)]
    pub opening: Number,
    #[schema(value_type = f64)]
    pub restored: Number,
    #[schema(value_type = f64)]
    pub revoked: Number,
    #[serde(rename = "type")]
    pub kind: CreditType,
}

/// One entry of the log, with what was left behind it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct LedgerMovement {
    pub action_type: CreditAction,
    #[schema(value_type = f64)]
    pub balance: Number,
    pub created_at: Moment,
    #[schema(value_type = String)]
    pub credit_id: CreditId,
    #[schema(value_type = String)]
    pub customer_id: CustomerId,
    /// That of the entry of the log.
    pub id: String,
    #[schema(value_type = Option<String>)]
    pub invoice_id: Option<InvoiceId>,
    /// Positive, whatever the action.
    #[schema(value_type = f64)]
    pub value: Number,
}
