//! What is to be done outside, because of a fact: a delivery, a message, a charge.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{JobId, Moment, Object};

/// A job is tried until it is done, or until its kind gives up: then it is `FAILED` and waits for a
/// retry.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Job {
    /// How often it was tried in vain.
    pub attempts: i64,
    pub created_at: Moment,
    /// In the time of the company: it is not tried before.
    pub due_at: Moment,
    #[schema(value_type = String, example = "job_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa")]
    pub id: JobId,
    #[schema(example = "webhook_delivery")]
    pub kind: String,
    /// Why the last try came to nothing.
    pub last_error: Option<String>,
    /// In real time, while it is `PENDING`.
    pub next_try_at: Option<Moment>,
    /// The record that it is about.
    pub object_id: String,
    pub state: JobState,
    /// Where it goes, where that has an id.
    pub target_id: String,
    pub updated_at: Moment,
    /// What would have gone out, had the company not been one for development.
    #[schema(value_type = Option<Object>)]
    pub withheld: Option<Object>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum JobState {
    #[default]
    Pending,
    Done,
    Failed,
}

impl JobState {
    pub fn word(self) -> &'static str {
        match self {
            JobState::Pending => "PENDING",
            JobState::Done => "DONE",
            JobState::Failed => "FAILED",
        }
    }
}
