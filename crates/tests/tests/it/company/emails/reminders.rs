//! Reminders before and after the due date, by the time of the company.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{about, became, billed, said, until, writing};
use crate::harness::{Company, Server};
use crate::invoices::path;
use crate::lives::{at, go};

fn reminding(server: &Arc<Server>) -> Company {
    writing(
        server,
        &json!({
            "automatic_kinds": ["REMINDER_BEFORE_DUE", "REMINDER_AFTER_DUE"],
            "reminder_days_before_due": [3], "reminder_days_after_due": [7, 1],
            "reply_to": "answers@acme.example"
        }),
    )
}

/// States of reminders, by their day.
#[track_caller]
fn states(company: &Company, invoice: &Value, kind: &str) -> Vec<(String, String)> {
    let mut all: Vec<_> = about(company, invoice, kind)
        .iter()
        .map(|email| {
            let day = email["due_at"].as_str().unwrap()[..10].to_owned();
            (day, email["state"].as_str().unwrap().to_owned())
        })
        .collect();
    all.sort();
    all
}

fn expected(all: &[(&str, &str)]) -> Vec<(String, String)> {
    all.iter().map(|(day, state)| ((*day).to_owned(), (*state).to_owned())).collect()
}

both! {
    fn they_come_on_their_days(server: Arc<Server>) {
        let company = reminding(&server);
        let (_, invoice) = billed(&company, &json!({}));
        assert_eq!(invoice["due_date"], at("2026-01-31"));
        let waiting = expected(&[("2026-02-01", "QUEUED"), ("2026-02-07", "QUEUED")]);
        assert_eq!(states(&company, &invoice, "REMINDER_AFTER_DUE"), waiting);
        go(&company, "2026-01-28");
        let before = became(&company, &invoice, ("REMINDER_BEFORE_DUE", "SENT"));
        assert!(said(&before, "subject").starts_with("Reminder: invoice"), "{before}");
        go(&company, "2026-02-01");
        let first = expected(&[("2026-02-01", "SENT"), ("2026-02-07", "QUEUED")]);
        until(|| (states(&company, &invoice, "REMINDER_AFTER_DUE") == first).then_some(()));
        let reminder = &about(&company, &invoice, "REMINDER_AFTER_DUE")[0];
        assert!(said(reminder, "subject").contains("10.00 USD was due 31 January"), "{reminder}");
        assert!(said(reminder, "text").contains("unsubscribe"), "{reminder}");
        company.post(&path(&invoice, "/mark_paid"), &json!({})).expect(200);
        go(&company, "2026-02-10");
        let last = expected(&[("2026-02-01", "SENT"), ("2026-02-07", "SKIPPED")]);
        until(|| (states(&company, &invoice, "REMINDER_AFTER_DUE") == last).then_some(()));
    }

    fn another_due_date_has_other_days(server: Arc<Server>) {
        let company = reminding(&server);
        let (_, invoice) = billed(&company, &json!({}));
        company.patch(&path(&invoice, ""), &json!({ "due_date": at("2026-02-10") })).expect(200);
        go(&company, "2026-02-09");
        let kind = "REMINDER_BEFORE_DUE";
        let told = expected(&[("2026-01-28", "SKIPPED"), ("2026-02-07", "SENT")]);
        until(|| (states(&company, &invoice, kind) == told).then_some(()));
        let all = about(&company, &invoice, kind);
        let skipped = all.iter().find(|email| email["state"] == "SKIPPED").unwrap();
        assert_eq!(skipped["reason"], "the invoice is due on another day now");
    }

    fn after_an_absence_nobody_is_called_twice(server: Arc<Server>) {
        let company = reminding(&server);
        let (_, invoice) = billed(&company, &json!({}));
        go(&company, "2026-02-20");
        let told = expected(&[("2026-02-01", "SKIPPED"), ("2026-02-07", "SENT")]);
        until(|| (states(&company, &invoice, "REMINDER_AFTER_DUE") == told).then_some(()));
        let before = expected(&[("2026-01-28", "SKIPPED")]);
        until(|| (states(&company, &invoice, "REMINDER_BEFORE_DUE") == before).then_some(()));
    }

    fn what_was_turned_off_is_not_sent(server: Arc<Server>) {
        let company = reminding(&server);
        let (_, invoice) = billed(&company, &json!({}));
        company.patch("", &json!({ "email_settings": {} })).expect(200);
        go(&company, "2026-02-02");
        let told = expected(&[("2026-02-01", "SKIPPED"), ("2026-02-07", "QUEUED")]);
        until(|| (states(&company, &invoice, "REMINDER_AFTER_DUE") == told).then_some(()));
    }
}
