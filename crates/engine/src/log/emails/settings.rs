//! What must hold of the settings for mail beyond their shape.

use mails::message::{has_control, is_address};
use records::{Company, EmailKind};

use super::recipients::sender;
use crate::refusal::Faults;

/// The furthest day of a reminder.
const FURTHEST: u16 = 365;

/// Kinds that nobody turns on: they are asked for, or nothing causes them yet.
const NEVER_AUTOMATIC: &[(EmailKind, &str)] = &[
    (EmailKind::CancelReceipt, "A receipt of a cancel is asked for with that cancel."),
    (EmailKind::LowBalance, "Nothing causes mails of this kind in this version."),
    (EmailKind::UsageThreshold, "Nothing causes mails of this kind in this version."),
];

/// Puts the settings into their stored form and lists what cannot be.
pub(crate) fn check(before: Option<&Company>, company: &mut Company, faults: &mut Faults) {
    let settings = &mut company.email_settings;
    settings.automatic_kinds.sort_unstable();
    settings.automatic_kinds.dedup();
    for (kind, why) in NEVER_AUTOMATIC {
        if settings.sends(*kind) {
            faults.add("/email_settings/automatic_kinds", "not_automatic", *why);
        }
    }
    let days = [
        ("reminder_days_after_due", &mut settings.reminder_days_after_due, 1),
        ("reminder_days_before_due", &mut settings.reminder_days_before_due, 0),
    ];
    for (name, days, least) in days {
        days.sort_unstable();
        days.dedup();
        if days.iter().any(|days| !(least..=FURTHEST).contains(days)) {
            let detail = format!("A reminder lies {least} to {FURTHEST} days away.");
            faults.add(&format!("/email_settings/{name}"), "out_of_range", detail);
        }
    }
    let addresses = [("sender_email", &settings.sender_email), ("reply_to", &settings.reply_to)];
    for (name, address) in addresses {
        if address.as_deref().is_some_and(|address| !is_address(address)) {
            let detail = "This is no e-mail address that can stand in a mail.";
            faults.add(&format!("/email_settings/{name}"), "format", detail);
        }
    }
    if settings.sender_name.as_deref().is_some_and(has_control) {
        let detail = "A name in a mail has no line breaks.";
        faults.add("/email_settings/sender_name", "control_character", detail);
    }
    let sends = !company.email_settings.automatic_kinds.is_empty();
    let same = before.is_some_and(|before| {
        before.email_settings == company.email_settings && before.email == company.email
    });
    if sends && !same && sender(company).is_none() {
        let detail = "Mails need somebody to be from: set this, or the company's `email`.";
        faults.add("/email_settings/sender_email", "required", detail);
    }
}
