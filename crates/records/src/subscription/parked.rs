//! A subscription whose billing failed and waits for a retry.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{CustomerId, Moment, SubscriptionId};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Parked {
    #[schema(value_type = String)]
    pub customer_id: CustomerId,
    #[schema(example = "park_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa")]
    pub id: String,
    pub parked_at: Moment,
    /// What failed, in words.
    pub reason: String,
    #[schema(value_type = String)]
    pub subscription_id: SubscriptionId,
}
