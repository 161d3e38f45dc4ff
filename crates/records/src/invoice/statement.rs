//! The statement of a customer: what was charged, paid and given back in one currency, and what is
//! owed at both ends.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Amount, CustomerId, InvoiceId, Moment};

/// `opening` and all the movements come to `closing`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Statement {
    /// What invoices charged.
    pub charged: Amount,
    /// What is owed behind the last movement; below zero where the customer has paid more.
    pub closing: Amount,
    /// What credits paid of issued invoices, and what credit notes and voids took back.
    pub credited: Amount,
    #[schema(example = "EUR")]
    pub currency: String,
    #[schema(value_type = String)]
    pub customer_id: CustomerId,
    /// The first thousand, in their order.
    pub entries: Vec<StatementEntry>,
    pub entries_count: i64,
    /// From this instant on; from the beginning where there is none.
    pub from: Option<Moment>,
    /// A page for the customer, good for a day.
    pub hosted_link: Option<String>,
    /// What was owed before.
    pub opening: Amount,
    /// What was paid.
    pub paid: Amount,
    /// What went back to the customer, as money or as a credit.
    pub refunded: Amount,
    /// Up to this instant, which is not in it.
    pub to: Option<Moment>,
}

/// One movement.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct StatementEntry {
    /// Above zero where more is owed by it.
    pub amount: Amount,
    /// What is owed behind it.
    pub balance: Amount,
    pub date: Moment,
    #[schema(value_type = String)]
    pub invoice_uuid: InvoiceId,
    pub number: Option<String>,
    #[serde(rename = "type")]
    pub kind: StatementType,
}

#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum StatementType {
    #[default]
    Invoice,
    CreditNote,
    Payment,
    /// A credit that was applied to an issued invoice.
    Credit,
    /// An invoice that is void.
    Void,
    /// Money, or a credit for later.
    Refund,
}
