//! Paying, voiding, issuing again, finalizing and patching.

use serde_json::{Value, json};

use super::{dollars, invoice, invoices_of, path, subscribed};
use crate::catalog::{item, metric};
use crate::harness::client::text;
use crate::harness::{Company, Server};
use std::sync::Arc;

both! {
    fn a_payment_of_all_that_is_due(company: Company) {
        let record = invoice(&company);
        let body = json!({ "payment_type": "WIRE", "note": "statement 7" });
        let paid = company.post(&path(&record, "/mark_paid"), &body).expect(200);
        assert_eq!(paid["status"], "PAID");
        assert_eq!(paid["paid"], dollars(1000));
        assert_eq!(paid["due"], dollars(0));
        let payment = &paid["payments"][0];
        assert_eq!(payment["payment_type"], "WIRE");
        assert_eq!(payment["amount"], dollars(1000));
        assert_eq!(payment["note"], "statement 7");
        assert_eq!(payment["paid_date"], paid["paid_date"]);
        assert_eq!(company.get(&path(&record, "")).expect(200), paid);
        company.post(&path(&record, "/mark_paid"), &json!({})).problem(409, "invoice_paid");
        let found = json!({ "query": { "payment_methods": ["WIRE"], "status": "paid" } });
        let found = company.post("/invoices/find", &found).expect(200);
        assert_eq!(found["results"], json!([paid]));
    }

    fn payments_in_parts(company: Company) {
        let record = invoice(&company);
        let pay = |cents: i64| {
            company.post(&path(&record, "/mark_paid"), &json!({ "amount": dollars(cents) }))
        };
        let first = pay(300).expect(200);
        assert_eq!(first["status"], "PENDING");
        assert_eq!((&first["paid"], &first["due"]), (&dollars(300), &dollars(700)));
        let second = pay(800).expect(200);
        assert_eq!(second["status"], "PAID");
        assert_eq!((&second["paid"], &second["due"]), (&dollars(1000), &dollars(0)));
        assert_eq!(second["payments"][1]["amount"], dollars(700), "the rest is a credit");
        let issued = |fact: &&Value| fact["event_type"] == "credit.issued";
        assert_eq!(company.facts().iter().filter(issued).count(), 1);
    }

    fn what_is_no_payment(company: Company) {
        let record = invoice(&company);
        let cases = [
            (json!({ "amount": dollars(0) }), "/amount/value_in_cents"),
            (json!({ "amount": dollars(-5) }), "/amount/value_in_cents"),
            (json!({ "amount": { "currency": "EUR", "value_in_cents": 1 } }), "/amount/currency"),
            (json!({ "amount": { "currency": "XQQ", "value_in_cents": 1 } }), "/amount/currency"),
            (json!({ "payment_type": "CREDIT" }), "/payment_type"),
            (json!({ "paid_date": "2126-01-01T00:00:00Z" }), "/paid_date"),
            (json!({ "paid_date": "9999-12-31T23:59:59Z" }), "/paid_date"),
            (json!({ "paid": true }), "/paid"),
        ];
        for (body, pointer) in cases {
            let answer = company.post(&path(&record, "/mark_paid"), &body);
            assert_eq!(answer.faults(), [pointer], "{body}");
        }
        assert_eq!(company.get(&path(&record, "")).expect(200), record);
    }

    fn a_void_and_its_successor(company: Company) {
        let record = invoice(&company);
        company.post(&path(&record, "/reissue"), &json!({})).problem(409, "invoice_not_void");
        company.post(&path(&record, "/mark_paid"), &json!({ "payment_type": "CASH" })).expect(200);
        let void = company.post(&path(&record, "/void"), &json!({})).expect(200);
        assert_eq!(void["status"], "VOID");
        assert_eq!(void["number"], record["number"]);
        assert_eq!(void["credit_note_number"], "CN-000001");
        assert!(void["credit_note_date"].is_string());
        assert_eq!(void["refunded_amount"], dollars(1000));
        assert_eq!(void["due"], dollars(0));
        for (verb, code) in [
            ("/void", "invoice_void"),
            ("/mark_paid", "invoice_void"),
            ("/finalize", "invoice_not_draft"),
        ] {
            company.post(&path(&record, verb), &json!({})).problem(409, code);
        }
        let again = company.post(&path(&record, "/reissue"), &json!({})).expect(200);
        assert_ne!(again["uuid"], record["uuid"]);
        assert_eq!(again["number"], "INV-000002");
        assert_eq!(again["reason"], record["reason"]);
        assert_eq!(again["billing_date"], record["billing_date"]);
        assert_eq!(again["total"], record["total"]);
        assert_eq!(again["status"], "PENDING");
        assert_eq!(again["payments"], json!([]));
        let old = company.get(&path(&record, "")).expect(200);
        assert_eq!(old["reissued_as"], again["uuid"]);
        company.post(&path(&record, "/reissue"), &json!({})).problem(409, "already_reissued");
        company.get(&path(&again, "")).expect(200);
    }

    fn details_while_nothing_is_paid(company: Company) {
        let record = invoice(&company);
        let tail = path(&record, "");
        let fields = json!({
            "due_date": "2126-01-01T00:00:00Z", "notes": "late", "metadata": { "a": [1] }
        });
        let after = company.patch(&tail, &fields).expect(200);
        for (name, value) in fields.as_object().unwrap() {
            assert_eq!(&after[name], value, "{name}");
        }
        assert_eq!(company.get(&tail).expect(200), after);
        let cleared = company.patch(&tail, &json!({ "notes": null, "metadata": null })).expect(200);
        assert_eq!(cleared["notes"], Value::Null);
        assert_eq!(cleared["metadata"], json!({}));
        assert_eq!(cleared["due_date"], fields["due_date"], "what is not sent is kept");
        for (fields, pointer) in [
            (json!({ "due_date": "2001-01-01T00:00:00Z" }), "/due_date"),
            (json!({ "due_date": "9999-12-31T23:59:59Z" }), "/due_date"),
            (json!({ "due_date": null }), "/due_date"),
            (json!({ "total": 1 }), "/total"),
            (json!({ "metadata": { "a": vec!["x".repeat(9000); 8] } }), "/metadata"),
        ] {
            assert_eq!(company.patch(&tail, &fields).faults(), [pointer], "{fields}");
        }
        company.post(&path(&record, "/mark_paid"), &json!({ "amount": dollars(1) })).expect(200);
        let body = json!({ "notes": "n" });
        company.patch(&tail, &body).problem(409, "invoice_partly_paid");
        company.post(&path(&record, "/mark_paid"), &json!({})).expect(200);
        company.patch(&tail, &body).problem(409, "invoice_paid");
        company.post(&path(&record, "/void"), &json!({})).expect(200);
        company.patch(&tail, &body).problem(409, "invoice_void");
    }

    fn a_change_of_details_is_told(company: Company) {
        let record = invoice(&company);
        let facts = company.facts().len();
        company.patch(&path(&record, ""), &json!({ "notes": "n", "metadata": { "k": 1 } }))
            .expect(200);
        let told = company.facts();
        let fact = told.last().unwrap();
        assert_eq!(fact["event_type"], "invoice.updated");
        assert_eq!(fact["data"]["values"]["notes"], "n");
        assert_eq!(fact["data"]["values"]["metadata"], json!({ "k": 1 }));
        assert_eq!(told.len(), facts + 1);
        company.patch(&path(&record, ""), &json!({ "notes": "n" })).expect(200);
        company.patch(&path(&record, ""), &json!({})).expect(200);
        assert_eq!(company.facts().len(), facts + 1, "no change is no fact");
    }

    fn a_draft_waits_for_late_usage(server: Arc<Server>) {
        let company = Company::dev(&server);
        company.post("/clock", &json!({ "now": "2026-01-01T00:00:00Z" })).expect(200);
        let calls = item(&company, "Calls");
        let fields = json!({ "item_id": calls, "metric_id": metric(&company, &calls) });
        let first = subscribed(&company, &fields);
        let body = json!({
            "customer_id": company.named("graced"),
            "product_pricing_ids": first["product_pricing_ids"],
            "invoice_event_grace_period": 3600,
        });
        let subscription = company.post("/subscriptions", &body).expect(200);
        assert_eq!(invoices_of(&company, &subscription), Vec::<Value>::new());
        company.post("/clock", &json!({ "now": "2026-02-01T00:00:00Z" })).expect(200);
        let draft = invoices_of(&company, &subscription).remove(0);
        assert_eq!(draft["status"], "DRAFT");
        for null in ["number", "invoice_date", "finalized_date", "due_date"] {
            assert_eq!(draft[null], Value::Null, "{null}");
        }
        assert_eq!(draft["billing_date"], "2026-02-01T00:00:00Z");
        let body = json!({ "notes": "wait", "metadata": { "a": 1 } });
        let noted = company.patch(&path(&draft, ""), &body).expect(200);
        assert_eq!((&noted["notes"], &noted["status"]), (&json!("wait"), &json!("DRAFT")));
        let dated = json!({ "due_date": "2026-03-01T00:00:00Z" });
        company.patch(&path(&draft, ""), &dated).problem(409, "invoice_draft");
        company.post(&path(&draft, "/mark_paid"), &json!({})).problem(409, "invoice_draft");
        let done = company.post(&path(&draft, "/finalize"), &json!({})).expect(200);
        assert_eq!(done["status"], "PAID", "nothing was used");
        assert_eq!(done["notes"], "wait");
        assert!(text(&done, "number").starts_with("INV-"));
        company.post(&path(&draft, "/finalize"), &json!({})).problem(409, "invoice_not_draft");
    }
}
