//! How a company writes to its customers by itself.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::kind::EmailKind;

/// A PATCH replaces them whole; what is left out takes its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(example = json!({
    "automatic_kinds": ["INVOICE", "RECEIPT", "REMINDER_AFTER_DUE"],
    "reminder_days_after_due": [1, 7, 14], "sender_email": "billing@acme.example"
}))]
pub struct EmailSettings {
    /// Which mails are sent by themselves; none by default. A receipt of a cancel is asked for with
    /// that cancel.
    #[schema(max_items = 20)]
    pub automatic_kinds: Vec<EmailKind>,
    /// Stands at the end of every mail.
    #[schema(max_length = 2000)]
    pub footer: Option<String>,
    /// On which days after the due date an open invoice is called for.
    #[schema(max_items = 10)]
    pub reminder_days_after_due: Vec<u16>,
    /// On which days before the due date it is called to mind.
    #[schema(max_items = 10)]
    pub reminder_days_before_due: Vec<u16>,
    /// How many days before a renewal it is announced; a term that is shorter is not.
    #[schema(minimum = 1, maximum = 365)]
    pub renewal_days_ahead: u16,
    /// Where answers go; to the sender where this is null.
    #[schema(schema_with = crate::shape::email)]
    pub reply_to: Option<String>,
    /// Whom mails are from; the company's `email` where this is null.
    #[schema(schema_with = crate::shape::email)]
    pub sender_email: Option<String>,
    /// The company's `name` where this is null.
    #[schema(max_length = 255)]
    pub sender_name: Option<String>,
    /// How many days before a trial ends that is announced; a trial that is shorter is not.
    #[schema(minimum = 1, maximum = 365)]
    pub trial_days_ahead: u16,
}

impl Default for EmailSettings {
    fn default() -> EmailSettings {
        EmailSettings {
            automatic_kinds: Vec::new(),
            footer: None,
            reminder_days_after_due: vec![1, 7, 14],
            reminder_days_before_due: vec![3],
            renewal_days_ahead: 14,
            reply_to: None,
            sender_email: None,
            sender_name: None,
            trial_days_ahead: 3,
        }
    }
}

impl EmailSettings {
    /// Whether mails of a kind are sent by themselves.
    pub fn sends(&self, kind: EmailKind) -> bool {
        self.automatic_kinds.contains(&kind)
    }
}
