//! One fact as the events log shows it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Moment, Object};

/// Positions rise by one and never change once read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct EventsLogEntry {
    pub position: i64,
    pub id: String,
    #[schema(example = "customer.created")]
    pub event_type: String,
    pub created_at: Moment,
    #[schema(example = "customer")]
    pub data_type: String,
    pub object_id: String,
    /// What was changed and to which values.
    #[schema(value_type = Object)]
    pub data: Object,
}
