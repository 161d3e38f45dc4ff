//! How the total of an invoice came about: what was taken off, taxed, and paid by credits.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Amount, Number};

/// What one discount took off.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct DiscountDetail {
    pub amount: Amount,
    pub discount_id: Option<String>,
    pub name: String,
}

/// What one rate came to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct TaxDetail {
    pub amount: Amount,
    /// What it was taken of.
    pub base: Amount,
    pub name: String,
    /// A share: 0.19 is 19 %.
    #[schema(value_type = f64)]
    pub rate: Number,
}

/// What one credit paid, of net and tax. What an invoice gives back is negative: it lowered what
/// was due of an earlier invoice, was refunded, went back to a credit, or is a new one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct CreditDetail {
    pub amount: Amount,
    pub credit_id: Option<String>,
    /// The earlier invoice that something was given back to.
    pub invoice_uuid: Option<String>,
    pub net: Amount,
    /// Payments of that invoice were sent back.
    pub refunded: bool,
    pub tax: Amount,
}

/// Money that goes back the way it came.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Refund {
    pub amount: Amount,
    /// The invoice that had been paid.
    pub invoice_uuid: Option<String>,
}
