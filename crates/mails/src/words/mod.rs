//! What mails say, a table for each language. A phrase that one of them lacks does not compile.
//!
//! Subjects and messages are templates like those that a company may write in their place; `{…}`
//! in the other phrases is filled in by name.

mod de;
mod en;
mod es;
mod fr;
mod ja;

use crate::{Language, MailKind};

pub fn words(language: Language) -> &'static Words {
    match language {
        Language::English => &en::WORDS,
        Language::German => &de::WORDS,
        Language::French => &fr::WORDS,
        Language::Spanish => &es::WORDS,
        Language::Japanese => &ja::WORDS,
    }
}

/// All phrases of a language.
pub struct Words {
    pub labels: Labels,
    pub invoice: Wording,
    pub receipt: Wording,
    pub reminder_before: Wording,
    pub reminder_after: Wording,
    pub trial_ending: Wording,
    pub renewal_ahead: Wording,
    pub cancel_receipt: Wording,
    pub credit_granted: Wording,
    pub low_balance: Wording,
    pub usage_threshold: Wording,
}

/// What one kind of mail says.
#[derive(Clone, Copy, Debug)]
pub struct Wording {
    pub subject: &'static str,
    /// Paragraphs, parted by empty lines.
    pub message: &'static str,
}

/// Short phrases around amounts and dates.
pub struct Labels {
    pub invoice: &'static str,
    pub receipt: &'static str,
    pub reminder: &'static str,
    pub overdue: &'static str,
    pub trial: &'static str,
    pub renewal: &'static str,
    pub cancel: &'static str,
    pub credit: &'static str,
    pub balance: &'static str,
    pub usage: &'static str,
    pub due_on: &'static str,
    pub was_due_on: &'static str,
    pub paid_on: &'static str,
    pub nothing_due: &'static str,
    pub credited: &'static str,
    pub ends_on: &'static str,
    pub renews_on: &'static str,
    pub expires_on: &'static str,
    pub no_expiry: &'static str,
    pub left: &'static str,
    pub of_limit: &'static str,
    pub more_lines: &'static str,
    pub how_to_pay: &'static str,
    pub view_invoice: &'static str,
    pub stop_reminders: &'static str,
}

impl Words {
    pub fn of(&self, kind: MailKind) -> Wording {
        match kind {
            MailKind::Invoice => self.invoice,
            MailKind::Receipt => self.receipt,
            MailKind::ReminderBeforeDue => self.reminder_before,
            MailKind::ReminderAfterDue => self.reminder_after,
            MailKind::TrialEnding => self.trial_ending,
            MailKind::RenewalAhead => self.renewal_ahead,
            MailKind::CancelReceipt => self.cancel_receipt,
            MailKind::CreditGranted => self.credit_granted,
            MailKind::LowBalance => self.low_balance,
            MailKind::UsageThreshold => self.usage_threshold,
        }
    }

    /// The small title above everything.
    pub fn title(&self, kind: MailKind) -> &'static str {
        match kind {
            MailKind::Invoice => self.labels.invoice,
            MailKind::Receipt => self.labels.receipt,
            MailKind::ReminderBeforeDue => self.labels.reminder,
            MailKind::ReminderAfterDue => self.labels.overdue,
            MailKind::TrialEnding => self.labels.trial,
            MailKind::RenewalAhead => self.labels.renewal,
            MailKind::CancelReceipt => self.labels.cancel,
            MailKind::CreditGranted => self.labels.credit,
            MailKind::LowBalance => self.labels.balance,
            MailKind::UsageThreshold => self.labels.usage,
        }
    }
}

/// A phrase with one place filled.
pub fn filled(phrase: &str, place: &str, text: &str) -> String {
    phrase.replace(&format!("{{{place}}}"), text)
}
