//! Which invoice is wanted before it is made.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::subscription::cancel::CancelRequest;
use crate::subscription::change::ChangeRequest;
use crate::{CustomerId, SubscriptionId};

/// The coming invoice of a subscription, or the one that a change or a cancel would make.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"subscription_id": "subs_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa"}))]
pub struct NextInvoice {
    /// As if it were cancelled now, with the body of a cancel.
    pub cancel_config: Option<CancelRequest>,
    /// As if it were changed now, with the body of a change.
    pub change_config: Option<ChangeRequest>,
    /// Only invoices of this currency.
    #[schema(pattern = "^[A-Za-z]{3}$")]
    pub currency: Option<String>,
    /// Whose coming invoice; that of the subscription, if any.
    #[schema(value_type = Option<String>)]
    pub customer_id: Option<CustomerId>,
    #[schema(value_type = Option<String>)]
    pub subscription_id: Option<SubscriptionId>,
}
