//! Why an invoice has the amount that it has.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::InvoiceStatus;
use super::line_item::Period;
use crate::Amount;

/// Every line, discount, tax and credit of an invoice with the steps that led to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct InvoiceExplanation {
    /// What the invoice is, in sentences.
    pub about: Vec<String>,
    /// What credits paid; below zero for what the invoice itself gave.
    pub credits: Vec<ExplainedPart>,
    pub currency: String,
    /// What discounts took off, in their order.
    pub discounts: Vec<ExplainedPart>,
    /// What is left to pay.
    pub due: ExplainedPart,
    /// In the order of `line_items`.
    pub lines: Vec<ExplainedPart>,
    pub number: Option<String>,
    pub status: InvoiceStatus,
    pub taxes: Vec<ExplainedPart>,
    /// All of it, to be read.
    pub text: String,
    /// The zone whose days are shown: that of the subscription.
    #[schema(example = "Europe/Berlin")]
    pub timezone: String,
    /// Lines less discounts plus taxes less credits.
    pub total: ExplainedPart,
    pub uuid: String,
}

/// One amount and how it came about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ExplainedPart {
    pub amount: Amount,
    /// Before rounding, in major units; a fraction where no decimal is exact.
    #[schema(example = "54.83")]
    pub exact: String,
    /// Of the line, discount or credit; null for others.
    pub id: Option<String>,
    /// The service period of a line.
    pub period: Option<Period>,
    /// What it is of each line.
    pub spread: Vec<ExplainedShare>,
    /// One sentence each; the last one that computes comes to `amount`.
    pub steps: Vec<ExplainedStep>,
    pub title: String,
}

/// A sentence and the arithmetic in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ExplainedStep {
    /// Null where nothing is computed.
    pub operation: Option<ExplainedOperation>,
    /// Exact; null where nothing is computed.
    #[schema(example = "50")]
    pub result: Option<String>,
    /// Exact: decimals, or fractions where no decimal is.
    pub terms: Vec<String>,
    #[schema(example = "14 of 28 days: 100.00 × 14/28 = 50.00")]
    pub text: String,
}

/// How terms become a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ExplainedOperation {
    Sum,
    Product,
    Smallest,
    Largest,
    /// The one term with the digits of the currency, half away from zero.
    Rounded,
}

/// What one line has of an amount.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ExplainedShare {
    pub amount: Amount,
    pub line_id: String,
}
