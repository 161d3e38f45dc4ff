//! Previews: what would be billed, without billing it.

use serde_json::{Value, json};

use super::{at, begun, go, lines, on, plan, verb};
use crate::harness::client::text;
use crate::harness::{Answer, Client, Company, Server};
use crate::invoices::{dollars, invoices_of};
use crate::subscriptions::told;
use std::sync::Arc;

fn next(client: &Client, body: &Value) -> Answer {
    client.post("/invoices/next", body)
}

/// What an invoice says, less what only one that is made has.
fn said(invoice: &Value) -> Value {
    let mut value = invoice.clone();
    for name in ["uuid", "number", "created_at", "updated_at", "billed_customer", "customer"] {
        value.as_object_mut().unwrap().remove(name);
    }
    for link in ["hosted_link", "pdf_link"] {
        value.as_object_mut().unwrap().remove(link);
    }
    for line in value["line_items"].as_array_mut().unwrap() {
        line.as_object_mut().unwrap().remove("id");
    }
    value
}

both! {
    fn the_coming_invoice_is_the_one_that_comes(server: Arc<Server>) {
        let company = begun(&server);
        let value = on(&company, &plan(&company, "10"), &json!({
            "discounts": [{ "name": "Launch", "percent": 0.25 }],
        }));
        go(&company, "2026-01-15");
        let before = company.facts();
        let invoices = invoices_of(&company, &value);
        let body = json!({ "subscription_id": value["id"] });
        let preview = next(&company, &body).expect(200);
        assert_eq!((&preview["uuid"], &preview["number"]), (&Value::Null, &Value::Null));
        assert_eq!(preview["billing_date"], at("2026-02-01"));
        assert_eq!(preview["total"], dollars(750));
        assert_eq!(preview, next(&company, &body).expect(200), "again the same");
        assert_eq!(company.facts(), before, "nothing is written");
        assert_eq!(invoices_of(&company, &value), invoices);
        go(&company, "2026-02-01");
        let made = invoices_of(&company, &value).remove(1);
        assert_eq!(said(&preview), said(&made));
    }

    fn a_change_before_it_is_made(server: Arc<Server>) {
        let company = begun(&server);
        let (basic, pro) = (plan(&company, "10"), plan(&company, "20"));
        let value = on(&company, &basic, &json!({}));
        go(&company, "2026-01-15");
        let change = json!({ "product_pricing_ids": [pro], "proration_type": "IMMEDIATE" });
        let body = json!({ "subscription_id": value["id"], "change_config": change });
        let before = company.facts();
        let preview = next(&company, &body).expect(200);
        assert_eq!(preview["reason"], "CHANGE");
        assert_eq!(preview["total"], dollars(549));
        assert_eq!(company.facts(), before, "not even a bundle");
        verb(&company, &value, "change", &change).expect(200);
        assert_eq!(said(&preview), said(&invoices_of(&company, &value)[1]));
        let later = json!({ "product_pricing_ids": [basic], "proration_type": "NEXT" });
        let body = json!({ "subscription_id": value["id"], "change_config": later });
        let preview = next(&company, &body).expect(200);
        assert_eq!(preview["billing_date"], at("2026-02-01"), "what it puts on the next invoice");
        verb(&company, &value, "change", &later).expect(200);
        go(&company, "2026-02-01");
        let made = invoices_of(&company, &value).remove(2);
        assert_eq!(lines(&preview), lines(&made));
    }

    fn a_cancel_before_it_is_made(server: Arc<Server>) {
        let company = begun(&server);
        let value = on(&company, &plan(&company, "31"), &json!({}));
        go(&company, "2026-01-11");
        let cancel = json!({ "timing": "IMMEDIATE", "refund_type": "PRORATED" });
        let body = json!({ "subscription_id": value["id"], "cancel_config": cancel });
        let preview = next(&company, &body).expect(200);
        assert_eq!(preview["reason"], "CANCEL");
        assert_eq!(lines(&preview), [("PRORATION_CREDIT".to_owned(), -2100)]);
        verb(&company, &value, "cancel", &cancel).expect(200);
        assert_eq!(lines(&preview), lines(&invoices_of(&company, &value)[1]));
    }

    fn of_a_customer(server: Arc<Server>) {
        let company = begun(&server);
        let (soon, late) = (plan(&company, "10"), plan(&company, "20"));
        let value = on(&company, &late, &json!({ "billing_anchor_date": at("2026-01-20") }));
        let customer = text(&value, "customer_id");
        let fields = json!({ "customer_id": customer, "billing_anchor_date": at("2026-01-10") });
        let first = on(&company, &soon, &fields);
        let preview = next(&company, &json!({ "customer_id": customer })).expect(200);
        assert_eq!(preview["subscription_id"], first["id"], "the one that comes first");
        assert_eq!(preview["billing_date"], at("2026-01-10"));
        let euros = json!({ "customer_id": customer, "currency": "EUR" });
        next(&company, &euros).problem(409, "nothing_to_bill");
    }

    fn what_cannot_be_previewed(company: Company) {
        let value = on(&company, &plan(&company, "10"), &json!({}));
        let id = &value["id"];
        let nobody = "subs_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa";
        for (body, fault) in [
            (json!({}), "/subscription_id required"),
            (json!({ "subscription_id": nobody }), "/subscription_id unknown"),
            (json!({ "customer_id": "cus_nobody" }), "/customer_id unknown"),
            (json!({ "customer_id": company.named("other"), "subscription_id": id }),
                "/customer_id mismatch"),
            (json!({ "subscription_id": id, "currency": "EUR" }), "/currency currency_mismatch"),
            (json!({ "subscription_id": id, "currency": "XQQ" }), "/currency unknown"),
            (json!({ "subscription_id": id, "change_config": {}, "cancel_config": {} }),
                "/cancel_config ambiguous"),
            (json!({ "customer_id": value["customer_id"], "cancel_config": {} }),
                "/subscription_id required"),
            (json!({ "subscription_id": id,
                "change_config": { "product_pricing_ids": ["price_nobody"] } }),
                "/change_config/product_pricing_ids/0 unknown"),
            (json!({ "subscription_id": id, "cancel_config": { "timing": "CUSTOM_DATE" } }),
                "/cancel_config/custom_end_date required"),
        ] {
            assert_eq!(told(&next(&company, &body)), [fault], "{body}");
        }
        verb(&company, &value, "cancel", &json!({ "timing": "IMMEDIATE" })).expect(200);
        next(&company, &json!({ "subscription_id": id })).problem(409, "nothing_to_bill");
    }

    fn needs_no_more_than_to_read_invoices(company: Company) {
        let value = on(&company, &plan(&company, "10"), &json!({}));
        let body = json!({ "subscription_id": value["id"] });
        let reader = company.with_access(&json!({ "invoices": "READ" }));
        next(&reader, &body).expect(200);
        let other = company.with_access(&json!({ "subscriptions": "WRITE" }));
        next(&other, &body).problem(403, "forbidden");
    }
}
