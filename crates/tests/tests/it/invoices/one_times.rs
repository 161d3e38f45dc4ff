//! One-time charges over HTTP: what they answer, who finds them, and what is refused.

use serde_json::{Value, json};

use crate::catalog::{made, over, product};
use crate::harness::Company;
use crate::harness::client::{column, text};
use crate::subscriptions::told;

const NOTHING: &str = "otb_000000000000000000000000000";

fn dollars(cents: i64) -> Value {
    json!({ "currency": "USD", "value_in_cents": cents })
}

/// A pricing that is bought once, at ten dollars.
fn setup(company: &Company) -> Value {
    let product = product(company, "Setup");
    made(
        company,
        "/pricing",
        &json!({
            "product_id": product, "name": "Setup", "currency": "USD", "type": "ONETIME",
            "pricing_type": "FIXED", "fixed_price": { "price_per_unit": "10" },
        }),
    )
}

fn custom(cents: i64) -> Value {
    json!({ "aggregate": 1, "custom_price": { "amount": dollars(cents), "description": "Help" } })
}

fn charge(company: &Company, customer: &str, fields: &Value) -> crate::harness::Answer {
    company.post("/one_times", &over(&json!({ "customer_id": customer }), fields))
}

both! {
    fn an_invoice_of_its_own_with_all_that_was_sent(company: Company) {
        let (pricing, customer) = (setup(&company), company.named("acme"));
        let answer = charge(&company, &customer, &json!({
            "type": "IMMEDIATE", "auto_charges": false, "invoice_due_date_from_creation": 14,
            "invoice_payment_instructions": "IBAN", "notes": "Thank you", "metadata": { "po": "7" },
            "discounts": [{ "name": "Launch", "percent": 0.1 }],
            "onetime_items": [
                { "aggregate": 2.5, "product_pricing_id": pricing["id"], "sort_order": 2,
                    "quantity_config": { "min_quantity": 1, "max_quantity": 5 } },
                over(&custom(9999), &json!({ "sort_order": 1 })),
            ],
        })).expect(200);
        let charges = answer.as_array().unwrap();
        assert_eq!(charges.len(), 2);
        let [first, second] = [&charges[0], &charges[1]];
        assert_eq!(first["product_pricing"]["id"], pricing["id"]);
        assert_eq!((&first["aggregate"], &first["state"], &first["type"], &first["name"]),
            (&json!(2.5), &json!("INVOICED"), &json!("IMMEDIATE"), &json!("Setup")));
        assert_eq!(first["quantity_config"]["max_quantity"], 5);
        assert_eq!(second["custom_price"], json!({
            "amount": dollars(9999), "description": "Help", "product_id": null,
        }));
        assert_eq!(second["name"], "Help");
        let found = company.post("/invoices/find", &json!({ "pagination": {} })).expect(200);
        let invoice = &found["results"][0];
        assert_eq!(invoice["subscription_id"], Value::Null);
        assert_eq!(invoice["reason"], "ONE_TIME");
        assert_eq!(invoice["total"], dollars(11249));
        assert_eq!(invoice["name"], "Setup, Help");
        assert_eq!(invoice["notes"], "Thank you");
        assert_eq!(invoice["metadata"]["po"], "7");
        assert_eq!(invoice["invoice_payment_instructions"], "IBAN");
        let lines = invoice["line_items"].as_array().unwrap();
        let names: Vec<_> = lines.iter().map(|line| text(line, "name")).collect();
        assert_eq!(names, ["Help", "Setup"]);
        assert!(lines.iter().all(|line| line["type"] == "ONE_TIME"));
        assert_eq!(lines[1]["product_pricing_id"], pricing["id"]);
        let days = text(invoice, "due_date");
        assert!(days > text(invoice, "invoice_date"));
        let told = company.get(&format!("/invoices/{}/explain", text(invoice, "uuid")));
        assert!(told.expect(200).to_string().contains("bought once"));
    }

    fn found_by_customer_state_and_type(company: Company) {
        let (acme, other) = (company.named("acme"), company.named("other"));
        for (customer, kind) in [(&acme, "NEXT"), (&acme, "IMMEDIATE"), (&other, "NEXT")] {
            charge(&company, customer,
                &json!({ "type": kind, "onetime_items": [custom(100)] })).expect(200);
        }
        let found = |query: Value| {
            let body = json!({ "pagination": {}, "query": query, "include_meta": true });
            let page = company.post("/one_times/find", &body).expect(200);
            let found = page["results"].as_array().unwrap();
            assert_eq!(page["pagination"]["total_count"], found.len());
            column(&page, "state")
        };
        assert_eq!(found(json!({})), ["PENDING", "INVOICED", "PENDING"]);
        assert_eq!(found(json!({ "customer_id": acme })), ["INVOICED", "PENDING"]);
        assert_eq!(found(json!({ "customer_id": acme, "state": "PENDING" })), ["PENDING"]);
        assert_eq!(found(json!({ "type": "IMMEDIATE" })), ["INVOICED"]);
        assert_eq!(found(json!({ "customer_id": NOTHING })), Vec::<String>::new());
    }

    fn dropped_while_it_waits_and_not_later(company: Company) {
        let acme = company.named("acme");
        let next = json!({ "type": "NEXT", "onetime_items": [custom(100)] });
        let waits = charge(&company, &acme, &next).expect(200);
        let path = format!("/one_times/{}", text(&waits[0], "id"));
        assert_eq!(company.delete(&path).expect(200)["state"], "CANCELLED");
        assert_eq!(company.delete(&path).expect(409)["code"], "one_time_cancelled");
        let now = json!({ "onetime_items": [custom(100)] });
        let billed = charge(&company, &acme, &now).expect(200);
        let path = format!("/one_times/{}", text(&billed[0], "id"));
        assert_eq!(company.delete(&path).expect(409)["code"], "one_time_invoiced");
        company.delete(&format!("/one_times/{NOTHING}")).expect(404);
        let types: Vec<String> =
            company.facts().iter().map(|fact| text(fact, "event_type")).collect();
        for event in ["one_time.created", "one_time.invoiced", "one_time.cancelled"] {
            assert!(types.iter().any(|known| known == event), "{event}");
        }
    }

    fn a_second_try_with_the_same_key_charges_nothing_more(company: Company) {
        let acme = company.named("acme");
        let body = json!({ "customer_id": acme, "onetime_items": [custom(100)] });
        let ask = || {
            let request = company.request("POST", "/one_times").json(&body);
            company.send(request.header("Idempotency-Key", "once"))
        };
        let (first, second) = (ask().expect(200), ask().expect(200));
        assert_eq!(first, second);
        let found = company.post("/invoices/find", &json!({ "pagination": {} })).expect(200);
        assert_eq!(found["results"].as_array().unwrap().len(), 1);
    }

    fn faults_are_named(company: Company) {
        let (pricing, acme) = (setup(&company), company.named("acme"));
        let monthly = made(&company, "/pricing",
            &crate::catalog::monthly(&product(&company, "Monthly")));
        let item = |fields: Value| json!({ "onetime_items": [over(&custom(100), &fields)] });
        let cases = [
            (json!({ "onetime_items": [] }), "/onetime_items min_items"),
            (item(json!({ "aggregate": 0 })), "/onetime_items/0/aggregate exclusive_minimum"),
            (item(json!({ "aggregate": 1_000_000_000_000_000_i64 })),
                "/onetime_items/0/aggregate range"),
            (item(json!({ "custom_price": { "description": "x" } })),
                "/onetime_items/0/custom_price/amount required"),
            (item(json!({ "product_pricing_id": pricing["id"] })),
                "/onetime_items/0 pricing_or_price"),
            (item(json!({ "custom_price": {
                "amount": { "currency": "XXQ", "value_in_cents": 1 } } })),
                "/onetime_items/0/custom_price/amount/currency unknown"),
            (item(json!({ "custom_price": { "amount": dollars(1), "product_id": NOTHING } })),
                "/onetime_items/0/custom_price/product_id unknown"),
            (item(json!({ "quantity_config": { "min_quantity": 2 } })),
                "/onetime_items/0/aggregate quantity"),
            (json!({ "onetime_items": [{ "aggregate": 1, "product_pricing_id": monthly["id"] }] }),
                "/onetime_items/0/product_pricing_id recurring"),
            (json!({ "onetime_items": [{ "aggregate": 1, "product_pricing_id": NOTHING }] }),
                "/onetime_items/0/product_pricing_id unknown"),
            (json!({ "type": "NEXT", "invoice_date": "2126-01-01T00:00:00Z",
                "onetime_items": [custom(1)] }), "/invoice_date mismatch"),
            (json!({ "onetime_items": [custom(1), { "aggregate": 1, "custom_price": {
                "amount": { "currency": "EUR", "value_in_cents": 1 } } }] }),
                "/onetime_items/1 currency_mismatch"),
            (item(json!({ "custom_price": { "amount": dollars(i64::MAX) }, "aggregate": 2 })),
                "/onetime_items/0/aggregate not_computable"),
            (json!({ "type": "NEXT", "onetime_items": [custom(i64::MAX), custom(i64::MAX)] }),
                " not_computable"),
        ];
        for (fields, fault) in cases {
            assert_eq!(told(&charge(&company, &acme, &fields)), [fault], "{fields}");
        }
        let unknown = charge(&company, NOTHING, &json!({ "onetime_items": [custom(1)] }));
        assert_eq!(told(&unknown), ["/customer_id unknown"]);
        let all = company.post("/one_times/find", &json!({ "pagination": {} })).expect(200);
        assert_eq!(all["results"], json!([]));
    }

    fn who_is_managed_elsewhere_or_archived_is_not_charged(company: Company) {
        let elsewhere = company.customer(&json!({ "identifier": "b", "managed_externally": true }));
        let item = json!({ "type": "NEXT", "onetime_items": [custom(1)] });
        let refused = charge(&company, &text(&elsewhere, "id"), &item);
        assert_eq!(told(&refused), ["/customer_id managed_externally"]);
        let acme = company.named("acme");
        let waits = charge(&company, &acme, &item).expect(200);
        let (path, archived) = (format!("/customers/{acme}"), json!({ "status": "ARCHIVED" }));
        assert_eq!(company.patch(&path, &archived).expect(409)["code"], "has_pending_charges");
        company.delete(&format!("/one_times/{}", text(&waits[0], "id"))).expect(200);
        company.patch(&path, &archived).expect(200);
        assert_eq!(told(&charge(&company, &acme, &item)), ["/customer_id archived"]);
    }

    fn a_pricing_that_was_bought_is_in_use(company: Company) {
        let (pricing, acme) = (setup(&company), company.named("acme"));
        let item = json!({ "aggregate": 1, "product_pricing_id": pricing["id"] });
        charge(&company, &acme, &json!({ "type": "NEXT", "onetime_items": [item] })).expect(200);
        let path = format!("/pricing/{}", text(&pricing, "id"));
        company.patch(&path, &json!({ "fixed_price": { "price_per_unit": "11" } })).expect(409);
        company.patch(&path, &json!({ "state": "ARCHIVED" })).expect(200);
        let again = charge(&company, &acme, &json!({ "onetime_items": [item] }));
        assert_eq!(told(&again), ["/onetime_items/0/product_pricing_id archived"]);
    }
}
