//! What is said when a contract was signed on paper.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Moment;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(example = json!({"signed_date": "2026-03-01T09:00:00Z"}))]
pub struct SignOffline {
    /// The alternative that was signed; what the contract offers otherwise where absent.
    pub selected_plan_id: Option<String>,
    /// When the last signature was given; now where absent.
    pub signed_date: Option<Moment>,
}
