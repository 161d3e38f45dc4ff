//! Cancels: when they take effect, what they give back, and how they are taken back.

use serde_json::{Value, json};

use super::{at, begun, go, lines, now, on, plan, verb};
use crate::harness::Server;
use crate::harness::client::text;
use crate::invoices::{dollars, invoices_of, path};
use std::sync::Arc;

both! {
    fn at_the_end_of_the_period(server: Arc<Server>) {
        let company = begun(&server);
        company.patch("", &json!({ "email": "billing@acme.example" })).expect(200);
        let value = on(&company, &plan(&company, "10"), &json!({}));
        go(&company, "2026-01-15");
        let body = json!({ "reason": "too dear", "send_customer_receipt": true });
        let asked = verb(&company, &value, "cancel", &body).expect(200);
        assert_eq!(asked, now(&company, &value));
        assert_eq!(asked["status"], "active");
        assert_eq!(asked["cancel_date"], at("2026-01-15"));
        assert_eq!(asked["end_date"], at("2026-02-01"));
        let config = &asked["cancel_config"];
        assert_eq!(config["timing"], "PERIOD_END");
        assert_eq!(config["refund_type"], "NONE");
        assert_eq!(config["charge_remaining_balance"], false);
        assert_eq!(config["reason"], "too dear");
        assert_eq!(config["send_customer_receipt"], true);
        go(&company, "2026-03-01");
        let after = now(&company, &value);
        assert_eq!(after["status"], "cancelled");
        assert_eq!(after["mrr"], dollars(0));
        assert_eq!(after["next_invoice_date"], Value::Null);
        assert_eq!(invoices_of(&company, &value).len(), 1, "nothing is billed after it");
        assert_eq!(after["customer"]["mrr"], dollars(0));
    }

    fn is_undone_before_it_takes_effect(server: Arc<Server>) {
        let company = begun(&server);
        let value = on(&company, &plan(&company, "10"), &json!({}));
        verb(&company, &value, "undo_cancel", &json!({})).problem(409, "nothing_to_undo");
        verb(&company, &value, "cancel", &json!({})).expect(200);
        let undone = verb(&company, &value, "undo_cancel", &json!({})).expect(200);
        for field in ["cancel_date", "cancel_config", "end_date"] {
            assert_eq!(undone[field], Value::Null, "{field}");
        }
        go(&company, "2026-02-01");
        assert_eq!(invoices_of(&company, &value).len(), 2);
        verb(&company, &value, "cancel", &json!({ "timing": "IMMEDIATE" })).expect(200);
        verb(&company, &value, "undo_cancel", &json!({})).problem(409, "subscription_over");
    }

    fn at_once_by_days(server: Arc<Server>) {
        let company = begun(&server);
        let value = on(&company, &plan(&company, "31"), &json!({}));
        let first = invoices_of(&company, &value).remove(0);
        company.post(&path(&first, "/mark_paid"), &json!({})).expect(200);
        go(&company, "2026-01-11");
        let body = json!({ "timing": "IMMEDIATE", "refund_type": "PRORATED" });
        let after = verb(&company, &value, "cancel", &body).expect(200);
        assert_eq!(after["status"], "cancelled");
        assert_eq!(after["end_date"], at("2026-01-11"));
        let invoices = invoices_of(&company, &value);
        assert_eq!(invoices[1]["reason"], "CANCEL");
        assert_eq!(lines(&invoices[1]), [("PRORATION_CREDIT".to_owned(), -2100)]);
        assert_eq!(invoices[1]["total"], dollars(0));
        assert_eq!(invoices[1]["status"], "PAID");
        assert_eq!(invoices[0]["refunded_amount"], dollars(2100));
    }

    fn money_that_went_back_keeps_its_invoice(server: Arc<Server>) {
        let company = begun(&server);
        let value = on(&company, &plan(&company, "31"), &json!({}));
        let first = invoices_of(&company, &value).remove(0);
        company.post(&path(&first, "/mark_paid"), &json!({})).expect(200);
        go(&company, "2026-01-11");
        let body = json!({ "timing": "IMMEDIATE", "refund_type": "PRORATED" });
        verb(&company, &value, "cancel", &body).expect(200);
        let last = invoices_of(&company, &value).remove(1);
        let refused = company.post(&path(&last, "/void"), &json!({}));
        let told = refused.problem(409, "credit_used");
        assert_eq!(told["detail"], "Money that the invoice refunded cannot be taken back.");
        assert_eq!(invoices_of(&company, &value)[1], last, "nothing has changed");
    }

    fn what_returns_is_billed_on_request(server: Arc<Server>) {
        let company = begun(&server);
        let value = on(&company, &plan(&company, "31"), &json!({}));
        let next = json!({ "subscription_id": value["id"] });
        go(&company, "2026-01-11");
        let body = json!({ "timing": "IMMEDIATE", "refund_type": "PRORATED" });
        verb(&company, &value, "cancel", &body).expect(200);
        let last = invoices_of(&company, &value).remove(1);
        company.post(&path(&last, "/void"), &json!({})).expect(200);
        assert_eq!(invoices_of(&company, &value)[0]["due"], dollars(3100));
        let waits = company.post("/invoices/next", &next).expect(200);
        assert_eq!(lines(&waits), [("PRORATION_CREDIT".to_owned(), -2100)]);
        verb(&company, &value, "generate_next_invoice", &json!({})).expect(200);
        let all = invoices_of(&company, &value);
        assert_eq!(lines(&all[2]), lines(&waits));
        assert_eq!(all[0]["due"], dollars(1000));
        let again = verb(&company, &value, "generate_next_invoice", &json!({}));
        again.problem(409, "subscription_not_active");
        company.post(&path(&last, "/reissue"), &json!({})).problem(409, "nothing_to_bill");
    }

    fn all_of_the_period(server: Arc<Server>) {
        let company = begun(&server);
        let value = on(&company, &plan(&company, "100"), &json!({}));
        let first = invoices_of(&company, &value).remove(0);
        company.post(&path(&first, "/mark_paid"), &json!({ "amount": dollars(4000) })).expect(200);
        go(&company, "2026-01-11");
        let body = json!({ "timing": "IMMEDIATE", "refund_type": "FULL" });
        verb(&company, &value, "cancel", &body).expect(200);
        let invoices = invoices_of(&company, &value);
        assert_eq!(invoices[0]["due"], dollars(0), "60.00 off what is open");
        assert_eq!(invoices[0]["refunded_amount"], dollars(4000), "and 40.00 back");
        let credits = |fact: &&Value| fact["event_type"] == "credit.issued";
        assert_eq!(company.facts().iter().filter(credits).count(), 0);
    }

    fn an_amount_of_ones_own(server: Arc<Server>) {
        let company = begun(&server);
        let value = on(&company, &plan(&company, "100"), &json!({}));
        let body = |cents: i64| json!({
            "timing": "IMMEDIATE", "refund_type": "CUSTOM", "custom_refund_amount": dollars(cents),
        });
        let much = verb(&company, &value, "cancel", &body(10_001));
        assert_eq!(much.faults(), ["/custom_refund_amount/value_in_cents"]);
        let after = verb(&company, &value, "cancel", &body(2500)).expect(200);
        assert_eq!(after["cancel_config"]["custom_refund_amount"], dollars(2500));
        let invoices = invoices_of(&company, &value);
        assert_eq!(invoices[0]["due"], dollars(7500));
    }

    fn what_is_left_of_the_term(server: Arc<Server>) {
        let company = begun(&server);
        let value = on(&company, &plan(&company, "10"), &json!({
            "term": { "count": 3, "frequency": "MONTH" },
        }));
        go(&company, "2026-01-15");
        let body = json!({ "timing": "IMMEDIATE", "charge_remaining_balance": true });
        let after = verb(&company, &value, "cancel", &body).expect(200);
        assert_eq!(after["cancel_config"]["charge_remaining_balance"], true);
        let invoices = invoices_of(&company, &value);
        assert_eq!(invoices.len(), 2);
        assert_eq!(invoices[1]["total"], dollars(2000), "February and March");
    }

    fn what_is_still_open(server: Arc<Server>) {
        let company = begun(&server);
        let value = on(&company, &plan(&company, "10"), &json!({}));
        let body = json!({ "timing": "IMMEDIATE", "cancel_pending_invoices": true });
        verb(&company, &value, "cancel", &body).expect(200);
        assert_eq!(invoices_of(&company, &value)[0]["status"], "VOID");
    }

    fn at_a_date_and_at_the_renewal(server: Arc<Server>) {
        let company = begun(&server);
        let value = on(&company, &plan(&company, "10"), &json!({
            "term": { "count": 1, "frequency": "YEAR" },
        }));
        let date = json!({ "timing": "CUSTOM_DATE", "custom_end_date": at("2026-03-15") });
        let asked = verb(&company, &value, "cancel", &date).expect(200);
        assert_eq!(asked["end_date"], at("2026-03-15"));
        assert_eq!(asked["cancel_config"]["custom_end_date"], at("2026-03-15"));
        verb(&company, &value, "undo_cancel", &json!({})).expect(200);
        let asked = verb(&company, &value, "cancel", &json!({ "timing": "RENEWAL" })).expect(200);
        assert_eq!(asked["end_date"], at("2027-01-01"));
    }

    fn before_the_start(server: Arc<Server>) {
        let company = begun(&server);
        let value = on(&company, &plan(&company, "10"), &json!({ "start_date": at("2026-03-01") }));
        assert_eq!(value["status"], "pending");
        let after = verb(&company, &value, "cancel", &json!({ "timing": "IMMEDIATE" })).expect(200);
        assert_eq!(after["status"], "cancelled");
        go(&company, "2026-04-01");
        assert_eq!(invoices_of(&company, &value), Vec::<Value>::new());
    }

    fn a_reason_of_the_customer(server: Arc<Server>) {
        let company = begun(&server);
        let value = on(&company, &plan(&company, "10"), &json!({}));
        let body = json!({ "customer_cancel_reason": "moving away" });
        let after = verb(&company, &value, "cancel", &body).expect(200);
        assert_eq!(after["cancel_config"]["reason"], "moving away");
        let id = text(&value, "id");
        let told = company.facts().into_iter().any(|fact| {
            fact["data"]["id"] == id.as_str()
                && fact["data"].to_string().contains("moving away")
        });
        assert!(told, "the log has it");
    }
}
