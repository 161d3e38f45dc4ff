//! How a subscription is paused.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Moment;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct PauseConfig {
    pub behavior: Option<PauseBehavior>,
    pub resume_date: Option<Moment>,
}

/// Whether invoices of a pause wait as drafts or are forgiven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PauseBehavior {
    KeepAsDraft,
    Void,
}
