//! How a subscription is paused, and a trial made longer.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Moment;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct PauseConfig {
    pub behavior: Option<PauseBehavior>,
    pub resume_date: Option<Moment>,
}

/// A pause that is asked for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"behavior": "KEEP_AS_DRAFT", "resume_date": "2126-03-01T00:00:00Z"}))]
pub struct PauseRequest {
    /// `KEEP_AS_DRAFT` where absent.
    pub behavior: Option<PauseBehavior>,
    /// Until it is resumed where absent.
    pub resume_date: Option<Moment>,
}

/// A trial that goes on for longer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"end_date": "2126-03-01T00:00:00Z"}))]
pub struct ExtendRequest {
    /// When the trial ends from now on.
    pub end_date: Moment,
}

/// Whether invoices of a pause wait as drafts or are waived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PauseBehavior {
    KeepAsDraft,
    Void,
}
