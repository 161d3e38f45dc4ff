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

/// What one credit paid, of net and tax.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct CreditDetail {
    pub amount: Amount,
    pub credit_id: Option<String>,
    pub net: Amount,
    pub tax: Amount,
}
