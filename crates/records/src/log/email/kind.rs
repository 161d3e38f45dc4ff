//! The kinds of mails, and what causes each.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Declares every kind: its name in code, its name outside, what causes it.
macro_rules! kinds {
    ($($(#[$first:meta])? $name:ident = $word:literal: $cause:literal;)*) => {
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[derive(Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
        pub enum EmailKind {
            $(#[doc = $cause] $(#[$first])? $name,)*
        }

        impl EmailKind {
            pub const ALL: &[EmailKind] = &[$(EmailKind::$name),*];

            pub fn as_str(self) -> &'static str {
                match self { $(EmailKind::$name => $word,)* }
            }

            /// What causes it, in a sentence for people.
            pub fn cause(self) -> &'static str {
                match self { $(EmailKind::$name => $cause,)* }
            }
        }
    };
}

kinds! {
    #[default]
    Invoice = "INVOICE": "An invoice or a credit note was issued, or is sent on request.";
    Receipt = "RECEIPT": "An invoice was paid in full.";
    ReminderBeforeDue = "REMINDER_BEFORE_DUE": "An open invoice will be due in some days.";
    ReminderAfterDue = "REMINDER_AFTER_DUE": "An open invoice is past due by some days.";
    TrialEnding = "TRIAL_ENDING": "A trial will end in some days.";
    RenewalAhead = "RENEWAL_AHEAD": "A subscription will renew in some days.";
    CancelReceipt = "CANCEL_RECEIPT": "A cancel was asked for, with a receipt for the customer.";
    CreditGranted = "CREDIT_GRANTED": "A credit was given.";
    LowBalance = "LOW_BALANCE": "What is left of credits fell below a limit.";
    UsageThreshold = "USAGE_THRESHOLD": "Usage of a period passed a limit.";
}

impl EmailKind {
    pub fn find(word: &str) -> Option<EmailKind> {
        EmailKind::ALL.iter().copied().find(|kind| kind.as_str() == word)
    }

    /// A customer may wish not to get these.
    pub fn is_reminder(self) -> bool {
        matches!(self, EmailKind::ReminderBeforeDue | EmailKind::ReminderAfterDue)
    }
}
