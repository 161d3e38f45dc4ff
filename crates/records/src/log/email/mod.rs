//! A mail to a customer: what it is about, to whom, and what became of it.

pub mod kind;
pub mod settings;
pub mod template;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{CustomerId, EmailId, EmailTemplateId, Moment};
use kind::EmailKind;

/// What was sent, will be sent, or was not, with the reason.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Email {
    pub cc: Vec<String>,
    pub created_at: Moment,
    /// Who gets it.
    #[schema(value_type = String)]
    pub customer_id: CustomerId,
    /// In the time of the company: it is not sent before.
    pub due_at: Moment,
    /// The same as that of the job that sends it.
    #[schema(value_type = String, example = "job_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa")]
    pub id: EmailId,
    pub kind: EmailKind,
    /// The language that it is written in.
    #[schema(example = "de")]
    pub language: Option<String>,
    /// The same at each try, so that a mail that came twice is known again.
    pub message_id: Option<String>,
    /// The invoice, subscription or credit that it is about.
    pub object_id: String,
    /// Why it was not sent yet, or not at all; or what was wrong with the template, where ours
    /// was sent in its place.
    pub reason: Option<String>,
    pub sent_at: Option<Moment>,
    pub state: EmailState,
    pub subject: Option<String>,
    /// The company's template, where one was used.
    #[schema(value_type = Option<String>)]
    pub template_id: Option<EmailTemplateId>,
    /// Its text part, once it was written.
    pub text: Option<String>,
    pub to: Vec<String>,
    pub updated_at: Moment,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum EmailState {
    /// It waits for its time, or for another try.
    #[default]
    Queued,
    /// The server that relays mail has taken it.
    Sent,
    /// The company is one for development: it was written and kept.
    Withheld,
    /// There was no need for it any more.
    Skipped,
    /// It was tried often enough.
    Failed,
}

impl EmailState {
    pub fn word(self) -> &'static str {
        match self {
            EmailState::Queued => "QUEUED",
            EmailState::Sent => "SENT",
            EmailState::Withheld => "WITHHELD",
            EmailState::Skipped => "SKIPPED",
            EmailState::Failed => "FAILED",
        }
    }
}
