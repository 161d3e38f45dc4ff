//! Why an invoice has its amount: shape, access, and what is said of drafts and void invoices.

use std::sync::Arc;

use serde_json::{Value, json};

use super::shape::{names, promised};
use super::{dollars, invoice, invoices_of, path, subscribed};
use crate::catalog::{item, metric};
use crate::harness::client::text;
use crate::harness::{Company, Server};

/// What the steps of a part say.
pub fn said(part: &Value) -> Vec<String> {
    part["steps"].as_array().unwrap().iter().map(|step| text(step, "text")).collect()
}

/// A subscription of three licences with a discount and two taxes.
fn taxed(company: &Company) -> Value {
    let taxes = json!([{ "name": "State", "rate": 0.07 }, { "name": "City", "rate": 0.0125 }]);
    company.patch("", &json!({ "taxes": taxes })).expect(200);
    let price = subscribed(company, &json!({}))["product_pricing_ids"][0].clone();
    let body = json!({
        "customer_id": company.named("taxed"),
        "product_pricing_ids": [price],
        "config_items": [{ "product_pricing_id": price, "num_licenses": 3 }],
        "discounts": [{ "name": "Launch", "percent": 0.5, "cap": dollars(1111) }],
    });
    let subscription = company.post("/subscriptions", &body).expect(200);
    invoices_of(company, &subscription).remove(0)
}

both! {
    fn its_shape(company: Company) {
        let record = taxed(&company);
        let told = company.get(&path(&record, "/explain")).expect(200);
        assert_eq!(names(&told), promised(&company, "InvoiceExplanation"));
        for copied in ["uuid", "number", "currency", "status"] {
            assert_eq!(told[copied], record[copied], "{copied}");
        }
        assert_eq!(told["timezone"], "UTC");
        let line = &told["lines"][0];
        assert_eq!(names(line), promised(&company, "ExplainedPart"));
        for (name, of) in [("id", "id"), ("amount", "amount"), ("period", "period"),
            ("exact", "exact"), ("title", "name")] {
            assert_eq!(line[name], record["line_items"][0][of], "{name}");
        }
        let step = line["steps"].as_array().unwrap().last().unwrap();
        assert_eq!(*step, json!({
            "operation": "PRODUCT", "terms": ["3", "10"], "result": "30",
            "text": "3 licences × 10.00 USD = 30.00 USD",
        }));
        let discount = &told["discounts"][0];
        assert_eq!(discount["id"], record["discount_details"][0]["discount_id"]);
        assert_eq!(discount["title"], "Launch, 50%, at most 11.11");
        assert_eq!(discount["amount"], dollars(1111));
        assert_eq!(said(discount), ["30.00 × 50% = 15.00",
            "At most: the smaller of 15.00 and 11.11 is 11.11"]);
        assert_eq!(discount["spread"], json!([{ "line_id": line["id"], "amount": dollars(1111) }]));
        assert_eq!(said(&told["taxes"][1]), ["18.89 × 1.25% = 0.236125",
            "0.236125 is rounded to 0.24"]);
        assert_eq!(told["total"]["amount"], record["total"]);
        assert_eq!(told["due"]["amount"], record["due"]);
        assert_eq!(told["credits"], json!([]));
        let read = text(&told, "text");
        for part in ["lines", "discounts", "taxes"] {
            for step in told[part].as_array().unwrap().iter().flat_map(said) {
                assert!(read.contains(&format!("\n  {step}\n")), "{step}\n{read}");
            }
        }
    }

    fn it_does_not_follow_what_is_renamed(company: Company) {
        let record = taxed(&company);
        let before = company.get(&path(&record, "/explain")).expect(200);
        let price = text(&record["line_items"][0], "product_pricing_id");
        company.patch(&format!("/pricing/{price}"), &json!({ "name": "Other" })).expect(200);
        company.patch("", &json!({ "taxes": [], "preferred_timezone": "Asia/Tokyo" })).expect(200);
        assert_eq!(company.get(&path(&record, "/explain")).expect(200), before);
    }

    fn who_may_ask(company: Company) {
        let record = invoice(&company);
        let tail = path(&record, "/explain");
        company.with_access(&json!({ "invoices": "READ" })).get(&tail).expect(200);
        company.with_access(&json!({ "customers": "WRITE" })).get(&tail).problem(403, "forbidden");
        let stranger = Company::new(&company.server);
        stranger.get(&tail).problem(404, "not_found");
        let unknown = "/invoices/01985f2e-7c1a-7000-8000-5a1f0c2d3e4f/explain";
        company.get(unknown).problem(404, "not_found");
        company.get("/invoices/nothing/explain").problem(404, "not_found");
    }

    fn a_void_invoice_and_the_next(company: Company) {
        let record = invoice(&company);
        company.post(&path(&record, "/mark_paid"), &json!({})).expect(200);
        company.post(&path(&record, "/void"), &json!({})).expect(200);
        let again = company.post(&path(&record, "/reissue"), &json!({})).expect(200);
        let void = company.get(&path(&record, "/explain")).expect(200);
        assert_eq!(void["status"], "VOID");
        assert_eq!(void["due"]["amount"], dollars(0));
        assert_eq!(said(&void["due"]), ["Nothing is due: the invoice is void.",
            "Refunded: 10.00 USD."]);
        assert!(text(&void, "text").contains("Its lines were billed again by INV-000002."));
        let next = company.get(&path(&again, "/explain")).expect(200);
        assert!(text(&next, "text").contains("It bills the lines of INV-000001 again."));
        assert_eq!(next["lines"][0]["steps"], void["lines"][0]["steps"]);
    }

    fn a_draft(server: Arc<Server>) {
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
        company.post("/clock", &json!({ "now": "2026-02-01T00:00:00Z" })).expect(200);
        let draft = invoices_of(&company, &subscription).remove(0);
        let told = company.get(&path(&draft, "/explain")).expect(200);
        assert_eq!((&told["status"], &told["number"]), (&json!("DRAFT"), &Value::Null));
        assert_eq!(told["about"][0], format!("Invoice {}, not issued", text(&draft, "uuid")));
        assert_eq!(said(&told["lines"][0])[..2],
            ["For 1 Jan – 31 Jan 2026, which is over.", "Used: 0 units."]);
        let facts = company.facts().len();
        company.get(&path(&draft, "/explain")).expect(200);
        assert_eq!(company.facts().len(), facts, "nothing is written");
    }
}
