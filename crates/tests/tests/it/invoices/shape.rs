//! What is answered of an invoice.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{dollars, invoice, invoices_of, path, subscribed};
use crate::catalog::{made, over, product};
use crate::harness::client::text;
use crate::harness::{Company, Request};

pub(super) fn promised(company: &Company, record: &str) -> BTreeSet<String> {
    let document = company.server.ask(&Request::new("GET", "/openapi.json")).expect(200);
    let fields = document["components"]["schemas"][record]["properties"].as_object().unwrap();
    fields.keys().cloned().collect()
}

pub(super) fn names(record: &Value) -> BTreeSet<String> {
    record.as_object().unwrap().keys().cloned().collect()
}

both! {
    fn of_a_new_subscription(company: Company) {
        let subscription = subscribed(&company, &json!({}));
        let found = invoices_of(&company, &subscription).remove(0);
        let record = company.get(&path(&found, "")).expect(200);
        assert_eq!(record, found, "found as it is read");
        assert_eq!(names(&record), promised(&company, "Invoice"));
        assert_eq!(record["subscription_id"], subscription["id"]);
        assert_eq!(record["status"], "PENDING");
        assert_eq!(record["reason"], "CYCLE");
        assert_eq!(record["number"], "INV-000001");
        for amount in ["sub_total", "total", "due", "revenue"] {
            assert_eq!(record[amount], dollars(1000), "{amount}");
        }
        for amount in ["paid", "prorated_amount", "refunded_amount"] {
            assert_eq!(record[amount], dollars(0), "{amount}");
        }
        for null in ["paid_date", "credit_note_number", "credit_note_date", "reissued_as",
            "notes", "invoice_payment_instructions"] {
            assert_eq!(record[null], Value::Null, "{null}");
        }
        for date in ["billing_date", "invoice_date", "finalized_date", "created_at"] {
            assert_eq!(record[date], subscription["start_date"], "{date}");
        }
        let customer = company.get(&format!("/customers/{}", text(&record, "customer_id")));
        assert_eq!(record["customer"], customer.expect(200));
        assert_eq!(record["billed_customer"], record["customer"]);
        assert_eq!(record["billed_customer_id"], record["customer_id"]);
        assert_eq!(record["metadata"], json!({}));
        assert_eq!(record["line_count"], 1);
        let line = &record["line_items"][0];
        assert_eq!(names(line), promised(&company, "LineItem"));
        assert_eq!(line["type"], "ADVANCE");
        assert_eq!(line["amount"], dollars(1000));
        assert_eq!(line["exact"], "10");
        assert_eq!(line["units"], "1");
        assert_eq!(line["period"], json!({
            "start_date": subscription["start_date"], "end_date": subscription["renewal_date"]
        }));
        assert_eq!(line["product_pricing_id"], subscription["product_pricing_ids"][0]);
        assert_eq!(line["subscription_id"], subscription["id"]);
        assert_eq!(line["customer_id"], subscription["customer_id"]);
        let row = &line["breakdown"][0];
        assert_eq!((&row["units"], &row["unit_price"], &row["amount"]),
            (&json!("1"), &json!("10"), &json!("10")));
    }

    fn what_is_copied_onto_it(company: Company) {
        let vat = json!({ "name": "VAT", "rate": 0.19 });
        company.patch("", &json!({ "taxes": [vat], "invoice_payment_instructions": "Ours" }))
            .expect(200);
        let fields = json!([{ "name": "PO", "value": "1" }, { "name": "VAT ID", "value": "2" }]);
        let customer = company.customer(&json!({
            "identifier": "c", "invoice_additional_display_fields": fields
        }));
        let price = subscribed(&company, &json!({}))["product_pricing_ids"][0].clone();
        let body = json!({
            "customer_id": customer["id"], "product_pricing_ids": [price],
            "invoice_additional_display_fields": [{ "name": "PO", "value": "3" }],
            "invoice_due_date_from_creation": 7,
            "discounts": [{ "name": "Launch", "percent": 0.5 }],
        });
        let subscription = company.post("/subscriptions", &body).expect(200);
        let record = invoices_of(&company, &subscription).remove(0);
        assert_eq!(record["invoice_additional_display_fields"], json!([
            { "name": "PO", "value": "3" }, { "name": "VAT ID", "value": "2" }
        ]));
        assert_eq!(record["invoice_payment_instructions"], "Ours");
        assert_eq!(record["sub_total"], dollars(1000));
        assert_eq!(record["total"], dollars(595));
        assert_eq!(record["revenue"], dollars(500));
        assert_eq!(record["line_items"][0]["discount"], dollars(500));
        assert_eq!(record["line_items"][0]["tax"], dollars(95));
        assert_eq!(record["tax_details"], json!([
            { "name": "VAT", "rate": 0.19, "base": dollars(500), "amount": dollars(95) }
        ]));
        let discount = &record["discount_details"][0];
        assert_eq!(discount["amount"], dollars(500));
        assert_eq!(discount["name"], "Launch");
        assert_eq!(discount["discount_id"], subscription["discounts"][0]["id"]);
        let (issued, due) = (text(&record, "invoice_date"), text(&record, "due_date"));
        assert!(due > issued, "{due} after {issued}");
    }

    fn a_page_has_the_first_hundred_lines(company: Company) {
        let price = json!({ "pricing_type": "FIXED", "fixed_price": { "price_per_unit": "1" },
            "billing_frequency": { "count": 1, "frequency": "MONTH" } });
        let parts: Vec<Value> = (0..101).map(|_| price.clone()).collect();
        let body = json!({ "product_id": product(&company, "p"), "name": "Many, \"many\"]",
            "currency": "USD", "components": parts });
        let pricing = made(&company, "/pricing", &body);
        let customer = company.named("many");
        let body = json!({ "customer_id": customer, "product_pricing_ids": [pricing["id"]] });
        let subscription = company.post("/subscriptions", &body).expect(200);
        let found = invoices_of(&company, &subscription).remove(0);
        assert_eq!(found["line_count"], 101);
        assert_eq!(found["line_items"].as_array().unwrap().len(), 100);
        let whole = company.get(&path(&found, "")).expect(200);
        assert_eq!(whole["line_items"].as_array().unwrap().len(), 101);
        let first = &whole["line_items"].as_array().unwrap()[..100];
        assert_eq!(found["line_items"], json!(first));
        assert_eq!(over(&whole, &json!({ "line_items": found["line_items"] })),
            over(&found, &json!({})));
    }

    fn another_company_does_not_see_it(company: Company) {
        let record = invoice(&company);
        let other = Company::new(&company.server);
        other.get(&path(&record, "")).problem(404, "not_found");
        other.patch(&path(&record, ""), &json!({ "notes": "n" })).problem(404, "not_found");
        for verb in ["/void", "/finalize", "/reissue", "/mark_paid"] {
            other.post(&path(&record, verb), &json!({})).problem(404, "not_found");
        }
        let page = other.post("/invoices/find", &json!({})).expect(200);
        assert_eq!(page["results"], json!([]));
        assert_eq!(company.get(&path(&record, "")).expect(200), record);
    }
}
