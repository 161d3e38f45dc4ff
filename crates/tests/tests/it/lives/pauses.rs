//! Pauses: what billing dates make of them, and how they end.

use serde_json::{Value, json};

use super::{at, begun, go, now, on, plan, verb};
use crate::harness::Server;
use crate::invoices::{dollars, invoices_of};
use std::sync::Arc;

fn statuses(invoices: &[Value]) -> Vec<&Value> {
    invoices.iter().map(|value| &value["status"]).collect()
}

both! {
    fn keeps_drafts_until_it_goes_on(server: Arc<Server>) {
        let company = begun(&server);
        let value = on(&company, &plan(&company, "10"), &json!({}));
        go(&company, "2026-01-15");
        let paused = verb(&company, &value, "pause", &json!({})).expect(200);
        assert_eq!(paused, now(&company, &value));
        assert_eq!(paused["pause_date"], at("2026-01-15"));
        assert_eq!(paused["pause_config"],
            json!({ "behavior": "KEEP_AS_DRAFT", "resume_date": null }));
        assert_eq!(paused["status"], "active");
        verb(&company, &value, "pause", &json!({})).problem(409, "paused");
        go(&company, "2026-02-15");
        let invoices = invoices_of(&company, &value);
        assert_eq!(statuses(&invoices), ["PENDING", "DRAFT"]);
        assert_eq!(invoices[1]["number"], Value::Null);
        let resumed = verb(&company, &value, "resume", &json!({})).expect(200);
        assert_eq!(resumed["pause_date"], Value::Null);
        assert_eq!(resumed["pause_config"], Value::Null);
        let invoices = invoices_of(&company, &value);
        assert_eq!(statuses(&invoices), ["PENDING", "PENDING"]);
        assert_eq!(invoices[1]["number"], "INV-000002");
        assert_eq!(invoices[1]["invoice_date"], at("2026-02-15"));
        verb(&company, &value, "resume", &json!({})).problem(409, "not_paused");
    }

    fn forgives_what_it_voids(server: Arc<Server>) {
        let company = begun(&server);
        let value = on(&company, &plan(&company, "10"), &json!({}));
        let body = json!({ "behavior": "VOID", "resume_date": at("2026-02-15") });
        let paused = verb(&company, &value, "pause", &body).expect(200);
        assert_eq!(paused["pause_config"],
            json!({ "behavior": "VOID", "resume_date": at("2026-02-15") }));
        assert_eq!(paused["mrr"], dollars(0));
        go(&company, "2026-03-01");
        let after = now(&company, &value);
        assert_eq!(after["pause_config"], Value::Null);
        assert_eq!(after["mrr"], dollars(1000));
        let invoices = invoices_of(&company, &value);
        assert_eq!(statuses(&invoices), ["PENDING", "VOID", "PENDING"]);
        assert_eq!(invoices[1]["number"], Value::Null);
        assert_eq!(invoices[1]["credit_note_number"], Value::Null);
        assert_eq!(invoices[2]["number"], "INV-000002");
    }

    fn bills_the_coming_date_now(server: Arc<Server>) {
        let company = begun(&server);
        let value = on(&company, &plan(&company, "10"), &json!({}));
        go(&company, "2026-01-15");
        let after = verb(&company, &value, "generate_next_invoice", &json!({})).expect(200);
        assert_eq!(after["id"], value["id"]);
        let invoices = invoices_of(&company, &value);
        assert_eq!(invoices.len(), 2);
        assert_eq!(invoices[1]["reason"], "CYCLE");
        assert_eq!(invoices[1]["billing_date"], at("2026-02-01"));
        assert_eq!(invoices[1]["total"], dollars(1000));
        go(&company, "2026-02-02");
        assert_eq!(invoices_of(&company, &value).len(), 2, "February is billed");
        go(&company, "2026-03-01");
        assert_eq!(invoices_of(&company, &value).len(), 3);
    }

    fn what_cannot_be_billed_before_its_time(server: Arc<Server>) {
        let company = begun(&server);
        let pricing = plan(&company, "10");
        let next = |value: &Value| verb(&company, value, "generate_next_invoice", &json!({}));
        let known = on(&company, &pricing, &json!({ "trial": true, "end_date": at("2026-01-15") }));
        next(&known).problem(409, "in_trial");
        let each = on(&company, &pricing, &json!({}));
        verb(&company, &each, "pause", &json!({})).expect(200);
        next(&each).problem(409, "paused");
        let found = on(&company, &pricing, &json!({ "end_date": at("2026-01-20") }));
        next(&found).problem(409, "subscription_ending");
    }
}
