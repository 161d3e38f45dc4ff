//! What no credit can be, and what no credit can pay.

use serde_json::{Value, json};

use super::{balance, consume, give, logged};
use crate::catalog::item;
use crate::harness::Company;
use crate::harness::client::text;
use crate::invoices::{dollars, invoice, invoices_of, path, subscribed};
use crate::subscriptions::told;

const PAST: &str = "2020-01-01T00:00:00Z";

both! {
    fn what_cannot_be_given(company: Company) {
        let (customer, item) = (company.named("acme"), item(&company, "Calls"));
        let foreign = text(&subscribed(&company, &json!({})), "id");
        let units = |units: Value| {
            json!({ "type": "UNITS", "amount": null, "item_id": item, "units": units })
        };
        let money = |cents: i64| json!({ "amount": dollars(cents) });
        let cases = [
            (money(0), "/amount/value_in_cents not_positive"),
            (money(-1), "/amount/value_in_cents not_positive"),
            (money(i64::MIN), "/amount/value_in_cents not_positive"),
            (json!({ "amount": null }), "/amount required"),
            (json!({ "amount": { "currency": "XQQ", "value_in_cents": 1 } }),
                "/amount/currency unknown"),
            (json!({ "units": 5 }), "/units mismatch"),
            (json!({ "item_id": item }), "/item_id mismatch"),
            (units(json!(0)), "/units not_positive"),
            (units(json!(-1)), "/units range"),
            (units(json!(0.0000000001)), "/units range"),
            (units(json!(1e15)), "/units range"),
            (units(Value::Null), "/units required"),
            (json!({ "type": "UNITS", "amount": null, "units": 1 }), "/item_id required"),
            (json!({ "type": "UNITS", "amount": null, "units": 1, "item_id": "item_0" }),
                "/item_id unknown"),
            (json!({ "expiration_date": PAST }), "/expiration_date in_the_past"),
            (json!({ "subscription_id": foreign }), "/subscription_id unknown"),
            (json!({ "scoped_product_ids": ["prod_0"] }), "/scoped_product_ids/0 unknown"),
            (json!({ "state": "EXPIRED" }), "/state mismatch"),
            (json!({ "state": "REVOKED", "apply_to_open_invoices": { "enable": true } }),
                "/apply_to_open_invoices mismatch"),
            (json!({ "customer_id": "cus_0" }), "/customer_id unknown"),
        ];
        for (fields, fault) in cases {
            assert_eq!(told(&give(&company, &customer, &fields)), [fault], "{fields}");
        }
        for fields in [json!({ "type": "POINTS" }), json!({ "type": null })] {
            assert_eq!(give(&company, &customer, &fields).faults(), ["/type"], "{fields}");
        }
        company.patch("/customers/acme", &json!({ "status": "ARCHIVED" })).expect(200);
        assert_eq!(told(&give(&company, &customer, &json!({}))), ["/customer_id archived"]);
        let refused = consume(&company, &customer, &json!({}));
        assert_eq!(told(&refused), ["/customer_id archived"]);
        assert_eq!(logged(&company, &json!({})), [] as [Value; 0]);
    }

    fn the_largest_amounts_add_up(company: Company) {
        let customer = company.named("acme");
        for _ in 0..2 {
            give(&company, &customer, &json!({ "amount": dollars(i64::MAX) })).expect(201);
        }
        let left = company.get("/credits/check_balance/acme").text();
        assert!(left.contains("18446744073709551614"), "{left}");
        let ledger = company.get("/credits/ledger/acme").text();
        assert!(ledger.contains("\"closing\":18446744073709551614"), "{ledger}");
    }

    fn what_no_credit_can_pay(company: Company) {
        let subscription = subscribed(&company, &json!({}));
        let customer = text(&subscription, "customer_id");
        let own = invoices_of(&company, &subscription).remove(0);
        let foreign = invoice(&company);
        let applied = |invoices: Value| {
            let wanted = json!({ "enable": true, "invoice_uuids": invoices });
            give(&company, &customer, &json!({ "apply_to_open_invoices": wanted }))
        };
        let pointer = "/apply_to_open_invoices/invoice_uuids";
        let twice = applied(json!([own["uuid"], own["uuid"]]));
        assert_eq!(told(&twice), [format!("{pointer}/1 duplicate")]);
        let refused = applied(json!([own["uuid"], foreign["uuid"], "no-such-invoice"]));
        assert_eq!(told(&refused), [1, 2].map(|n| format!("{pointer}/{n} unknown")));
        company.post(&path(&own, "/mark_paid"), &json!({})).expect(200);
        assert_eq!(told(&applied(json!([own["uuid"]]))), [format!("{pointer}/0 not_open")]);
        company.post(&path(&own, "/void"), &json!({})).expect(200);
        assert_eq!(told(&applied(json!([own["uuid"]]))), [format!("{pointer}/0 not_open")]);
        let item = item(&company, "Calls");
        let units = json!({
            "type": "UNITS", "amount": null, "item_id": item, "units": 1,
            "apply_to_open_invoices": { "enable": true },
        });
        let refused = give(&company, &customer, &units);
        assert_eq!(told(&refused), ["/apply_to_open_invoices not_money"]);
        assert_eq!(balance(&company, &customer)["total_amount"], json!({}));
    }

    fn what_cannot_be_consumed(company: Company) {
        let (customer, other) = (company.named("acme"), company.named("bolt"));
        let item = item(&company, "Calls");
        let credit = give(&company, &customer, &json!({})).expect(201);
        let foreign = give(&company, &other, &json!({})).expect(201);
        let euros = json!({ "currency": "EUR", "value_in_cents": 1 });
        let units = |credit: &Value| {
            json!({
                "type": "UNITS", "amount": null, "units": 1, "item_id": item, "credit_id": credit,
            })
        };
        let cases = [
            (json!({ "amount": dollars(1001) }), "/amount insufficient_balance"),
            (json!({ "amount": dollars(0) }), "/amount/value_in_cents not_positive"),
            (json!({ "amount": euros }), "/amount insufficient_balance"),
            (json!({ "amount": euros, "credit_id": credit["id"] }), "/credit_id mismatch"),
            (json!({ "credit_id": foreign["id"] }), "/credit_id unknown"),
            (json!({ "credit_id": "crd_0" }), "/credit_id unknown"),
            (units(&Value::Null), "/units insufficient_balance"),
            (units(&credit["id"]), "/credit_id mismatch"),
        ];
        for (fields, fault) in cases {
            assert_eq!(told(&consume(&company, &customer, &fields)), [fault], "{fields}");
        }
        assert_eq!(balance(&company, &customer)["total_amount"], json!({ "USD": 1000 }));
        consume(&company, &customer, &json!({ "amount": dollars(1000) })).expect(200);
    }
}
