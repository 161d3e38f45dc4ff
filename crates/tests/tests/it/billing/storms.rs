//! Many requests about one thing at one moment: one effect.

use serde_json::{Value, json};

use super::numbered;
use crate::catalog::{item, metric, pricing};
use crate::harness::client::text;
use crate::harness::{Company, Server, at_once};
use crate::invoices::{dollars, invoice, invoices_of, path, subscribed};
use std::sync::Arc;

both! {
    fn fifty_voids_of_one_invoice(company: Company) {
        let record = invoice(&company);
        company.post(&path(&record, "/mark_paid"), &json!({})).expect(200);
        let verb = path(&record, "/void");
        let answers = at_once(50, |_| company.post(&verb, &json!({})).status);
        assert_eq!(answers.iter().filter(|status| **status == 200).count(), 1, "{answers:?}");
        assert!(answers.iter().all(|status| matches!(status, 200 | 409)), "{answers:?}");
        let facts = company.facts();
        let voided = facts.iter().filter(|fact| fact["event_type"] == "invoice.voided").count();
        assert_eq!(voided, 1);
        let after = company.get(&path(&record, "")).expect(200);
        assert_eq!(after["refunded_amount"], dollars(1000));
        assert_eq!(after["credit_note_number"], "CN-000001");
    }

    fn a_void_while_a_payment_is_recorded(company: Company) {
        for _ in 0..6 {
            let record = invoice(&company);
            let verbs = [path(&record, "/void"), path(&record, "/mark_paid")];
            let answers = at_once(2, |n| company.post(&verbs[n], &json!({})).status);
            let after = company.get(&path(&record, "")).expect(200);
            assert_eq!((answers[0], &after["status"]), (200, &json!("VOID")));
            let refunded = if answers[1] == 200 { 1000 } else { 0 };
            assert!(matches!(answers[1], 200 | 409), "{answers:?}");
            assert_eq!(after["refunded_amount"], dollars(refunded));
        }
    }

    fn sixty_four_finalizations(server: Arc<Server>) {
        let company = Company::dev(&server);
        company.post("/clock", &json!({ "now": "2026-01-01T00:00:00Z" })).expect(200);
        let drafts: Vec<Value> = drafts(&company, 64);
        let answers = at_once(64, |n| company.post(&path(&drafts[n], "/finalize"), &json!({})));
        let final_ones: Vec<Value> = answers.iter().map(|answer| answer.expect(200)).collect();
        numbered(&final_ones);
    }

    fn two_finalizations_of_one_draft(server: Arc<Server>) {
        let company = Company::dev(&server);
        company.post("/clock", &json!({ "now": "2026-01-01T00:00:00Z" })).expect(200);
        let draft = drafts(&company, 1).remove(0);
        let verb = path(&draft, "/finalize");
        let answers = at_once(8, |_| company.post(&verb, &json!({})).status);
        assert_eq!(answers.iter().filter(|status| **status == 200).count(), 1, "{answers:?}");
    }

    fn one_credit_for_ten_invoices(company: Company) {
        let record = subscribed(&company, &json!({}));
        let open = invoices_of(&company, &record).remove(0);
        // Paying too much makes a credit of five dollars of that customer.
        let payer = text(&record, "customer_id");
        company.post(&path(&open, "/mark_paid"), &json!({ "amount": dollars(1500) })).expect(200);
        let pricing = record["product_pricing_ids"][0].clone();
        let body = json!({ "customer_id": payer, "product_pricing_ids": [pricing] });
        let made = at_once(10, |_| company.post("/subscriptions", &body).expect(200));
        let paid: i64 = made
            .iter()
            .flat_map(|value| invoices_of(&company, value))
            .flat_map(|value| value["credit_details"].as_array().unwrap().clone())
            .map(|detail| detail["amount"]["value_in_cents"].as_i64().unwrap())
            .sum();
        assert_eq!(paid, 500, "all of it, once");
    }
}

/// So many drafts: usage that is closed and waits for late events.
fn drafts(company: &Company, count: usize) -> Vec<Value> {
    let calls = item(company, "Calls");
    let fields = json!({ "item_id": calls, "metric_id": metric(company, &calls) });
    let pricing = text(&pricing(company, &fields), "id");
    for n in 0..count {
        let body = json!({
            "customer_id": company.named(&format!("graced {n}")),
            "product_pricing_ids": [pricing], "invoice_event_grace_period": 3600,
        });
        company.post("/subscriptions", &body).expect(200);
    }
    company.post("/clock", &json!({ "now": "2026-02-01T00:30:00Z" })).expect(200);
    let body = json!({ "pagination": { "limit": 200 }, "query": { "status": "DRAFT" } });
    let page = company.post("/invoices/find", &body).expect(200);
    let drafts = page["results"].as_array().unwrap().clone();
    assert_eq!(drafts.len(), count);
    drafts
}
