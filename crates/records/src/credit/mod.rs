//! Credits, which pay invoices or lower units, and the log of what became of them.

pub mod ledger;
pub mod sent;
pub mod threshold;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::customer::CustomerBrief;
use crate::{
    Amount, CreditId, CustomerId, Invoice, InvoiceId, Item, Moment, Number, SubscriptionId,
};

/// `issued_*` never change; `amount` and `units` are what is left.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Credit {
    pub amount: Option<Amount>,
    pub coupon_id: Option<String>,
    pub created_at: Moment,
    #[schema(value_type = String)]
    pub customer_id: CustomerId,
    pub expiration_date: Option<Moment>,
    #[schema(value_type = String, example = "crd_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa")]
    pub id: CreditId,
    pub import_created_at_ref: Option<Moment>,
    pub import_ref: Option<String>,
    pub imported_from: Option<String>,
    pub issued_amount: Option<Amount>,
    #[schema(value_type = Option<f64>)]
    pub issued_units: Option<Number>,
    pub item: Option<Item>,
    pub item_id: Option<String>,
    /// The usage record that it paid last.
    pub metric_record_id: Option<String>,
    pub name: Option<String>,
    pub one_time_billable_id: Option<String>,
    pub origin: CreditOrigin,
    /// When the change or cancel that made it took effect.
    pub proration_date: Option<Moment>,
    /// Pays only these products; all where there are none.
    pub scoped_product_ids: Vec<String>,
    pub state: CreditState,
    /// Pays only this subscription.
    #[schema(value_type = Option<String>)]
    pub subscription_id: Option<SubscriptionId>,
    #[serde(rename = "type")]
    pub kind: CreditType,
    #[schema(value_type = Option<f64>)]
    pub units: Option<Number>,
    pub updated_at: Moment,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum CreditType {
    #[default]
    Amount,
    Units,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum CreditState {
    #[default]
    Active,
    Consumed,
    Expired,
    Revoked,
}

/// Where it came from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum CreditOrigin {
    Purchase,
    #[default]
    Grant,
    Refund,
    /// Money of the customer: overpaid, or freed by a void.
    Payment,
}

/// One line of the log; amounts are positive.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct CreditLogEntry {
    pub action_type: CreditAction,
    pub amount_applied: Option<Amount>,
    pub created_at: Moment,
    pub credit: Option<Credit>,
    #[schema(value_type = String)]
    pub credit_id: CreditId,
    pub customer: Option<CustomerBrief>,
    #[schema(value_type = String)]
    pub customer_id: CustomerId,
    #[schema(example = "cl_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa")]
    pub id: String,
    pub invoice: Option<Invoice>,
    #[schema(value_type = Option<String>)]
    pub invoice_id: Option<InvoiceId>,
    pub item: Option<Item>,
    pub item_id: Option<String>,
    pub metric_record_id: Option<String>,
    pub note: Option<String>,
    #[serde(rename = "type")]
    pub kind: CreditType,
    #[schema(value_type = Option<f64>)]
    pub units_applied: Option<Number>,
    /// An entry never changes: when it was made.
    pub updated_at: Moment,
}

/// What can still be used of the credits of a customer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct CreditBalance {
    /// Money in minor units, by currency.
    #[schema(value_type = Object, additional_properties, example = json!({"USD": 12500}))]
    pub total_amount: BTreeMap<String, Number>,
    /// Units, by the id of the item.
    #[schema(value_type = Object, additional_properties,
        example = json!({"item_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa": 900.5}))]
    pub total_units: BTreeMap<String, Number>,
}

/// `ISSUED` and `RESTORED` add, the others subtract.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum CreditAction {
    #[default]
    Issued,
    Restored,
    Applied,
    Consumed,
    Expired,
    Revoked,
}
