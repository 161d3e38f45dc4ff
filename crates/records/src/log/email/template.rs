//! What a company says in mails in place of our words.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::kind::EmailKind;
use crate::{EmailTemplateId, Moment};

/// One a kind and language. What is null is ours.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct EmailTemplate {
    pub created_at: Moment,
    /// The whole HTML part.
    #[schema(min_length = 1, max_length = 500_000)]
    pub html: Option<String>,
    #[schema(value_type = String, example = "etpl_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa")]
    pub id: EmailTemplateId,
    pub kind: EmailKind,
    /// Null is every language that has no template of its own.
    pub language: Option<EmailLanguage>,
    /// Paragraphs above the figures, in HTML and text alike.
    #[schema(min_length = 1, max_length = 500_000)]
    pub message: Option<String>,
    /// One line.
    #[schema(
        min_length = 1,
        max_length = 500_000,
        example = "{{ company.name }}: {{ invoice.number }}, {{ invoice.due }}"
    )]
    pub subject: Option<String>,
    /// The whole text part.
    #[schema(min_length = 1, max_length = 500_000)]
    pub text: Option<String>,
    pub updated_at: Moment,
}

impl EmailTemplate {
    /// What a create takes; an update takes the texts.
    pub const WRITABLE: &[&str] = &["html", "kind", "language", "message", "subject", "text"];
    pub const UPDATABLE: &[&str] = &["html", "message", "subject", "text"];
}

/// The languages that mails are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EmailLanguage {
    En,
    De,
    Fr,
    Es,
    Ja,
}

impl EmailLanguage {
    pub const ALL: &[EmailLanguage] = &[
        EmailLanguage::En,
        EmailLanguage::De,
        EmailLanguage::Fr,
        EmailLanguage::Es,
        EmailLanguage::Ja,
    ];

    pub fn find(code: &str) -> Option<EmailLanguage> {
        EmailLanguage::ALL.iter().copied().find(|language| language.code() == code)
    }

    pub fn code(self) -> &'static str {
        match self {
            EmailLanguage::En => "en",
            EmailLanguage::De => "de",
            EmailLanguage::Fr => "fr",
            EmailLanguage::Es => "es",
            EmailLanguage::Ja => "ja",
        }
    }
}

/// Our words of a kind, and what a template of it may name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EmailTemplateDefault {
    pub html: String,
    pub kind: EmailKind,
    #[schema(example = "en")]
    pub language: String,
    pub message: String,
    pub subject: String,
    pub text: String,
    #[schema(example = json!(["company.name", "invoice.lines[].amount", "invoice.number"]))]
    pub variables: Vec<String>,
}

/// A template that is tried with a real record; nothing is kept and nothing sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(example = json!({
    "kind": "INVOICE", "object_id": "01985f2e-7c1a-7000-8000-5a1f0c2d3e4f",
    "message": "Dear {{ customer.name }}, here is your invoice."
}))]
pub struct EmailPreviewRequest {
    #[schema(max_length = 500_000)]
    pub html: Option<String>,
    #[schema(required = true, nullable = false)]
    pub kind: Option<EmailKind>,
    /// The customer's where this is null.
    pub language: Option<EmailLanguage>,
    #[schema(max_length = 500_000)]
    pub message: Option<String>,
    /// The `uuid` of an invoice, or the id of a subscription or of a credit, as the kind needs.
    pub object_id: String,
    #[schema(max_length = 500_000)]
    pub subject: Option<String>,
    #[schema(max_length = 500_000)]
    pub text: Option<String>,
}

/// The mail as it would be.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EmailPreview {
    pub cc: Vec<String>,
    pub html: String,
    pub language: String,
    pub subject: String,
    pub text: String,
    pub to: Vec<String>,
}
