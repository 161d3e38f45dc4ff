//! What is sent about credits: one to be given, and what is used of them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{CreditState, CreditType};
use crate::{CreditId, CustomerId, InvoiceId, Moment, Number, SentAmount, SubscriptionId};

/// A credit to be given: money, or units of an item.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(example = json!({
    "customer_id": "cus_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa",
    "type": "AMOUNT",
    "name": "Welcome",
    "amount": {"currency": "USD", "value_in_cents": 5000}
}))]
pub struct CreditCreate {
    /// Of an AMOUNT: greater than zero.
    pub amount: Option<SentAmount>,
    pub apply_to_open_invoices: Option<ApplyToOpenInvoices>,
    #[schema(value_type = String, required = true)]
    pub customer_id: CustomerId,
    /// When what is left of it lapses; never where absent.
    pub expiration_date: Option<Moment>,
    pub import_created_at_ref: Option<Moment>,
    #[schema(max_length = 255)]
    pub import_ref: Option<String>,
    #[schema(max_length = 255)]
    pub imported_from: Option<String>,
    /// Of UNITS: what they are of.
    pub item_id: Option<String>,
    #[schema(max_length = 255)]
    pub name: Option<String>,
    /// Pays only these products.
    #[schema(max_items = 100)]
    pub scoped_product_ids: Option<Vec<String>>,
    /// What became of it where it was before; ACTIVE where absent. EXPIRED cannot be sent: a credit
    /// expires at its date.
    pub state: Option<CreditState>,
    /// Pays only this subscription.
    #[schema(value_type = Option<String>)]
    pub subscription_id: Option<SubscriptionId>,
    #[serde(rename = "type")]
    #[schema(required = true, nullable = false)]
    pub kind: Option<CreditType>,
    /// Of UNITS: greater than zero.
    #[schema(value_type = Option<f64>)]
    pub units: Option<Number>,
}

/// Which open invoices a new credit of money pays at once, the oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ApplyToOpenInvoices {
    #[schema(required = true)]
    pub enable: bool,
    /// All of the currency where absent or empty.
    #[schema(value_type = Option<Vec<String>>, max_items = 100)]
    pub invoice_uuids: Option<Vec<InvoiceId>>,
}

/// Something that was used outside of any invoice.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(example = json!({
    "customer_id": "cus_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa",
    "type": "AMOUNT",
    "amount": {"currency": "USD", "value_in_cents": 1200},
    "note": "Workshop"
}))]
pub struct CreditConsume {
    pub amount: Option<SentAmount>,
    /// Of this credit alone.
    #[schema(value_type = Option<String>)]
    pub credit_id: Option<CreditId>,
    #[schema(value_type = String, required = true)]
    pub customer_id: CustomerId,
    pub item_id: Option<String>,
    #[schema(max_length = 1000)]
    pub note: Option<String>,
    /// For this subscription: credits of others are left alone.
    #[schema(value_type = Option<String>)]
    pub subscription_id: Option<SubscriptionId>,
    #[serde(rename = "type")]
    #[schema(required = true, nullable = false)]
    pub kind: Option<CreditType>,
    #[schema(value_type = Option<f64>)]
    pub units: Option<Number>,
}
