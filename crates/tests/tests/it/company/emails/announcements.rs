//! What is told of subscriptions and credits: trials that end, renewals, cancels, credits granted.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{of_object, reader, said, until, writing};
use crate::harness::client::text;
use crate::harness::{Company, Server};
use crate::lives::{at, go, plan, verb};

fn announcing(server: &Arc<Server>) -> Company {
    let kinds = ["TRIAL_ENDING", "RENEWAL_AHEAD", "CREDIT_GRANTED"];
    writing(server, &json!({ "automatic_kinds": kinds, "renewal_days_ahead": 7 }))
}

#[track_caller]
fn subscribed(company: &Company, fields: &Value) -> Value {
    let customer = reader(company, &json!({}));
    let least = json!({ "customer_id": customer, "product_pricing_ids": [plan(company, "10")] });
    company.post("/subscriptions", &crate::catalog::over(&least, fields)).expect(200)
}

/// The mails of a kind about a subscription, once the first of them is in this state.
#[track_caller]
fn first(company: &Company, of: &Value, (kind, state): (&str, &str)) -> Value {
    let id = text(of, "id");
    until(|| of_object(company, &id, kind).into_iter().find(|email| email["state"] == state))
}

both! {
    fn a_trial_that_ends_is_announced(server: Arc<Server>) {
        let company = announcing(&server);
        let trial = json!({ "trial": true, "end_date": at("2026-01-15") });
        let ends = subscribed(&company, &trial);
        let extended = subscribed(&company, &trial);
        let cancelled = subscribed(&company, &trial);
        let body = json!({ "end_date": at("2026-02-15") });
        verb(&company, &extended, "extend", &body).expect(200);
        verb(&company, &cancelled, "cancel", &json!({})).expect(200);
        go(&company, "2026-01-12");
        let email = first(&company, &ends, ("TRIAL_ENDING", "SENT"));
        assert!(said(&email, "subject").ends_with("ends 15 January"), "{email}");
        assert!(said(&email, "text").contains("it costs 10.00 USD"), "{email}");
        first(&company, &extended, ("TRIAL_ENDING", "SKIPPED"));
        first(&company, &cancelled, ("TRIAL_ENDING", "SKIPPED"));
        go(&company, "2026-02-12");
        first(&company, &extended, ("TRIAL_ENDING", "SENT"));
    }

    fn a_renewal_is_announced_once(server: Arc<Server>) {
        let company = announcing(&server);
        let renews = subscribed(&company, &json!({ "auto_renews": true }));
        go(&company, "2026-01-25");
        let email = first(&company, &renews, ("RENEWAL_AHEAD", "SENT"));
        assert!(said(&email, "subject").contains("renews 1 February"), "{email}");
        assert!(said(&email, "subject").ends_with(": 10.00 USD"), "{email}");
        go(&company, "2026-02-03");
        let all = of_object(&company, &text(&renews, "id"), "RENEWAL_AHEAD");
        assert_eq!(all.len(), 2, "{all:?}");
        verb(&company, &renews, "cancel", &json!({})).expect(200);
        go(&company, "2026-02-25");
        until(|| {
            let all = of_object(&company, &text(&renews, "id"), "RENEWAL_AHEAD");
            (all.len() == 2 && all[1]["state"] == "SKIPPED").then_some(())
        });
    }

    fn a_cancel_has_a_receipt(server: Arc<Server>) {
        let company = writing(&server, &json!({}));
        let customer = reader(&company, &json!({ "locale": "fr" }));
        let pricings = [plan(&company, "10")];
        let body = json!({ "customer_id": customer, "product_pricing_ids": pricings });
        let subscription = company.post("/subscriptions", &body).expect(200);
        let body = json!({ "send_customer_receipt": true });
        verb(&company, &subscription, "cancel", &body).expect(200);
        let email = first(&company, &subscription, ("CANCEL_RECEIPT", "SENT"));
        assert_eq!(email["language"], "fr");
        assert!(said(&email, "text").contains("1er février 2026"), "{email}");
    }

    fn a_credit_is_told_of(server: Arc<Server>) {
        let company = announcing(&server);
        let body = json!({
            "customer_id": reader(&company, &json!({ "locale": "es" })), "name": "Bienvenida",
            "type": "AMOUNT", "amount": { "currency": "USD", "value_in_cents": 123_450 }
        });
        let credit = company.post("/credits", &body).expect(201);
        let email = first(&company, &credit, ("CREDIT_GRANTED", "SENT"));
        assert!(said(&email, "text").contains("Bienvenida"), "{email}");
        assert!(said(&email, "subject").contains("1234,50 USD")
            || said(&email, "subject").contains("1.234,50 USD"), "{email}");
    }
}
