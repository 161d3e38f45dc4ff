//! Invoices and receipts, by themselves and on request.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{about, became, billed, said, until, writing};
use crate::harness::client::text;
use crate::harness::{Company, Kind, Server};
use crate::invoices::path;

both! {
    fn an_invoice_is_sent_on_request(server: Arc<Server>) {
        let company = writing(&server, &json!({}));
        let customer = json!({ "billing_emails": ["copy@gull.example", "AP@gull.example"] });
        let (_, invoice) = billed(&company, &customer);
        assert_eq!(about(&company, &invoice, "INVOICE"), [] as [Value; 0]);
        assert_eq!(sent(&company, true), 0);
        let answer = company.post(&path(&invoice, "/send"), &json!({})).expect(200);
        assert_eq!(answer, invoice);
        let email = became(&company, &invoice, ("INVOICE", "SENT"));
        assert_eq!(email["to"], json!(["ap@gull.example"]));
        assert_eq!(email["cc"], json!(["copy@gull.example"]));
        assert_eq!(email["language"], "en");
        let number = text(&invoice, "number");
        let subject = format!("Invoice {number} from Acme: 10.00 USD due 31 January");
        assert_eq!(said(&email, "subject"), subject);
        let words = said(&email, "text");
        for part in ["Gull Ltd", "10.00 USD", "due 31 January 2026", "Total"] {
            assert!(words.contains(part), "{part}: {words}");
        }
        assert_eq!(sent(&company, true), 1);
        assert_eq!(sent(&company, false), 0);
        let id = text(&email, "message_id");
        let id = id.trim_matches(['<', '>']);
        let raw = std::fs::read_to_string(server.mails.join(format!("{id}.eml"))).unwrap();
        assert!(raw.contains("Cc: copy@gull.example"), "{raw}");
        let told: Vec<String> =
            company.facts().iter().map(|fact| text(fact, "event_type")).collect();
        assert_eq!(told.iter().filter(|event| *event == "email.queued").count(), 1);
        assert_eq!(told.iter().filter(|event| *event == "email.sent").count(), 1);
        // Another request is another mail.
        company.post(&path(&invoice, "/send"), &json!({})).expect(200);
        until(|| {
            let all = about(&company, &invoice, "INVOICE");
            (all.len() == 2 && all.iter().all(|one| one["state"] == "SENT")).then_some(())
        });
    }

    fn finalized_and_paid_invoices_are_sent_by_themselves(server: Arc<Server>) {
        let company = writing(&server, &json!({ "automatic_kinds": ["RECEIPT", "INVOICE"] }));
        let (_, invoice) = billed(&company, &json!({ "locale": "de-DE" }));
        let email = became(&company, &invoice, ("INVOICE", "SENT"));
        assert_eq!(email["language"], "de");
        let number = text(&invoice, "number");
        let subject = format!("Rechnung {number} von Acme: 10,00 USD fällig am 31. Januar");
        assert_eq!(said(&email, "subject"), subject);
        company.post(&path(&invoice, "/mark_paid"), &json!({ "payment_type": "WIRE" })).expect(200);
        let receipt = became(&company, &invoice, ("RECEIPT", "SENT"));
        assert!(said(&receipt, "text").contains("vollständig bezahlt"), "{receipt}");
        assert_eq!(about(&company, &invoice, "REMINDER_AFTER_DUE"), [] as [Value; 0]);
    }

    fn what_cannot_be_sent_is_refused(server: Arc<Server>) {
        let company = writing(&server, &json!({}));
        let (_, invoice) = billed(&company, &json!({ "email": null }));
        let send = |invoice: &Value| company.post(&path(invoice, "/send"), &json!({}));
        send(&invoice).problem(409, "customer_without_email");
        let (_, other) = billed(&company, &json!({}));
        company.post(&path(&other, "/void"), &json!({})).expect(200);
        send(&other).problem(409, "invoice_void");
        company.patch("", &json!({ "email": null })).expect(200);
        let (_, third) = billed(&company, &json!({}));
        send(&third).problem(409, "company_without_email");
        let nothing = json!({ "uuid": "01985f2e-7c1a-7000-8000-5a1f0c2d3e4f" });
        send(&nothing).problem(404, "not_found");
        company.get(&path(&nothing, "/emails")).problem(404, "not_found");
    }

    fn a_server_without_mail_says_so(kind: Kind) {
        let server = Server::mailing(kind, None);
        let company = writing(&server, &json!({}));
        let (subscription, invoice) = billed(&company, &json!({}));
        company.post(&path(&invoice, "/send"), &json!({})).problem(409, "mail_not_configured");
        let cancel = format!("/subscriptions/{}/cancel", text(&subscription, "id"));
        let body = json!({ "send_customer_receipt": true });
        company.post(&cancel, &body).problem(409, "mail_not_configured");
        company.post(&cancel, &json!({ "send_customer_receipt": false })).expect(200);
    }
}

/// How many invoices the filter finds.
#[track_caller]
fn sent(company: &Company, sent: bool) -> usize {
    let body = json!({ "query": { "invoice_sent": sent } });
    company.post("/invoices/find", &body).expect(200)["results"].as_array().unwrap().len()
}
