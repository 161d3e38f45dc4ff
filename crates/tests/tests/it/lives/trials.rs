//! Trials: nothing is billed until they convert.

use serde_json::{Value, json};

use super::{at, begun, go, lines, now, on, plan, verb};
use crate::harness::{Company, Server};
use crate::invoices::{dollars, invoices_of};
use crate::subscriptions::{least, sent, told};
use std::sync::Arc;

both! {
    fn converts_at_its_end(server: Arc<Server>) {
        let company = begun(&server);
        let value = on(&company, &plan(&company, "10"), &json!({
            "trial": true, "end_date": at("2026-01-15"),
        }));
        assert_eq!(value["trial"], true);
        assert_eq!(value["status"], "active");
        assert_eq!(value["end_date"], at("2026-01-15"));
        assert_eq!(value["trial_conversion_date"], Value::Null);
        assert_eq!(value["mrr"], dollars(0));
        assert_eq!(invoices_of(&company, &value), Vec::<Value>::new());
        go(&company, "2026-01-20");
        let after = now(&company, &value);
        assert_eq!(after["trial"], false);
        assert_eq!(after["trial_conversion_date"], at("2026-01-15"));
        assert_eq!(after["end_date"], Value::Null);
        assert_eq!(after["billing_anchor_date"], at("2026-01-15"));
        assert_eq!(after["renewal_date"], at("2026-02-15"));
        assert_eq!(after["mrr"], dollars(1000));
        let invoices = invoices_of(&company, &value);
        assert_eq!(lines(&invoices[0]), [("ADVANCE".to_owned(), 1000)]);
        assert_eq!(invoices[0]["billing_date"], at("2026-01-15"));
    }

    fn by_a_term(server: Arc<Server>) {
        let company = begun(&server);
        let value = on(&company, &plan(&company, "10"), &json!({
            "trial": true, "trial_term": { "count": 2, "frequency": "WEEK" },
        }));
        assert_eq!(value["end_date"], at("2026-01-15"));
        go(&company, "2026-01-15");
        assert_eq!(now(&company, &value)["trial_conversion_date"], at("2026-01-15"));
    }

    fn within_a_subscription_that_ends(server: Arc<Server>) {
        let company = begun(&server);
        let value = on(&company, &plan(&company, "10"), &json!({
            "trial": true, "trial_term": { "count": 2, "frequency": "WEEK" },
            "end_date": at("2026-03-15"),
        }));
        assert_eq!(value["trial"], true);
        go(&company, "2026-01-20");
        let after = now(&company, &value);
        assert_eq!(after["trial_conversion_date"], at("2026-01-15"));
        assert_eq!(after["end_date"], at("2026-03-15"));
        go(&company, "2026-04-01");
        assert_eq!(now(&company, &value)["status"], "ended");
        assert_eq!(invoices_of(&company, &value).len(), 2);
    }

    fn does_not_convert_if_it_does_not_renew(server: Arc<Server>) {
        let company = begun(&server);
        let value = on(&company, &plan(&company, "10"), &json!({
            "trial": true, "end_date": at("2026-01-15"), "auto_renews": false,
        }));
        go(&company, "2026-02-15");
        let after = now(&company, &value);
        assert_eq!(after["status"], "ended");
        assert_eq!(after["trial_conversion_date"], Value::Null);
        assert_eq!(invoices_of(&company, &value), Vec::<Value>::new());
    }

    fn is_extended(server: Arc<Server>) {
        let company = begun(&server);
        let value = on(&company, &plan(&company, "10"), &json!({
            "trial": true, "end_date": at("2026-01-15"),
        }));
        let longer = json!({ "end_date": at("2026-02-01") });
        let after = verb(&company, &value, "extend", &longer).expect(200);
        assert_eq!(after["end_date"], at("2026-02-01"));
        go(&company, "2026-01-20");
        assert_eq!(now(&company, &value)["trial"], true);
        go(&company, "2026-02-01");
        assert_eq!(now(&company, &value)["trial_conversion_date"], at("2026-02-01"));
        let late = verb(&company, &value, "extend", &json!({ "end_date": at("2026-03-01") }));
        late.problem(409, "not_in_trial");
    }

    fn is_cancelled_inside(server: Arc<Server>) {
        let company = begun(&server);
        let value = on(&company, &plan(&company, "10"), &json!({
            "trial": true, "end_date": at("2026-01-15"),
        }));
        let asked = verb(&company, &value, "cancel", &json!({})).expect(200);
        assert_eq!(asked["end_date"], at("2026-01-15"), "its period is the trial");
        go(&company, "2026-02-15");
        let after = now(&company, &value);
        assert_eq!(after["status"], "cancelled");
        assert_eq!(after["trial_conversion_date"], Value::Null);
        assert_eq!(invoices_of(&company, &value), Vec::<Value>::new());
    }

    fn is_changed_inside(server: Arc<Server>) {
        let company = begun(&server);
        let (basic, pro) = (plan(&company, "10"), plan(&company, "20"));
        let value = on(&company, &basic, &json!({ "trial": true, "end_date": at("2026-01-15") }));
        let body = json!({ "product_pricing_ids": [pro], "trial": true });
        let after = verb(&company, &value, "change", &body).expect(200);
        assert_eq!(after["product_pricing_ids"], json!([pro]));
        assert_eq!(after["trial"], true);
        go(&company, "2026-01-15");
        assert_eq!(lines(&invoices_of(&company, &value)[0]), [("ADVANCE".to_owned(), 2000)]);
    }

    fn is_given_by_a_change(server: Arc<Server>) {
        let company = begun(&server);
        let value = on(&company, &plan(&company, "31"), &json!({}));
        go(&company, "2026-01-11");
        let term = json!({ "count": 2, "frequency": "WEEK" });
        let body = json!({ "trial": true, "trial_term": term, "proration_type": "IMMEDIATE" });
        let foreseen = json!({ "subscription_id": value["id"], "change_config": body });
        let foreseen = company.post("/invoices/next", &foreseen).expect(200);
        let after = verb(&company, &value, "change", &body).expect(200);
        assert_eq!(after["trial"], true);
        assert_eq!(after["end_date"], at("2026-01-25"));
        assert_eq!(after["renewal_date"], at("2026-02-25"));
        assert_eq!(after["next_invoice_date"], at("2026-01-25"));
        assert_eq!(after["mrr"], dollars(0));
        assert_eq!(after["change_config"]["trial"], true);
        assert_eq!(after["change_config"]["trial_term"], term);
        let invoices = invoices_of(&company, &value);
        assert_eq!(lines(&invoices[1]), [("PRORATION_CREDIT".to_owned(), -2100)]);
        assert_eq!(invoices[1]["line_items"][0]["amount"], foreseen["line_items"][0]["amount"]);
        assert_eq!(invoices[0]["due"], dollars(1000), "ten of 31 days");
        verb(&company, &value, "generate_next_invoice", &json!({})).problem(409, "in_trial");
        let longer = json!({ "end_date": at("2026-02-01") });
        verb(&company, &value, "extend", &longer).expect(200);
        go(&company, "2026-02-10");
        let after = now(&company, &value);
        assert_eq!(after["trial"], false);
        assert_eq!(after["end_date"], Value::Null);
        assert_eq!(after["trial_conversion_date"], at("2026-02-01"));
        assert_eq!(after["billing_anchor_date"], at("2026-02-01"));
        let invoices = invoices_of(&company, &value);
        assert_eq!(lines(&invoices[2]), [("ADVANCE".to_owned(), 3100)]);
        assert_eq!(invoices.len(), 3);
    }

    fn waits_for_a_change_that_gives_it(server: Arc<Server>) {
        let company = begun(&server);
        let value = on(&company, &plan(&company, "28"), &json!({}));
        let body = json!({
            "timing": "CUSTOM_DATE", "custom_change_date": at("2026-02-15"),
            "trial": true, "trial_term": { "count": 1, "frequency": "MONTH" },
        });
        let asked = verb(&company, &value, "change", &body).expect(200);
        assert_eq!(asked["trial"], false);
        assert_eq!(asked["change_config"]["arr"], dollars(0));
        go(&company, "2026-02-20");
        assert_eq!(now(&company, &value)["trial"], true);
        go(&company, "2026-03-15");
        assert_eq!(now(&company, &value)["trial_conversion_date"], at("2026-03-15"));
        let last = invoices_of(&company, &value).pop().unwrap();
        assert_eq!(lines(&last), [
            ("ADVANCE".to_owned(), 2800), ("PRORATION_CREDIT".to_owned(), -1400),
        ]);
    }

    fn is_over_by_a_change(server: Arc<Server>) {
        let company = begun(&server);
        let (basic, pro) = (plan(&company, "10"), plan(&company, "20"));
        let trial = json!({ "trial": true, "end_date": at("2026-03-01") });
        let value = on(&company, &basic, &trial);
        go(&company, "2026-01-10");
        let body = json!({ "product_pricing_ids": [pro], "trial": false });
        let after = verb(&company, &value, "change", &body).expect(200);
        assert_eq!(after["trial"], false);
        assert_eq!(after["trial_conversion_date"], at("2026-01-10"));
        assert_eq!(after["renewal_date"], at("2026-02-10"));
        assert_eq!(after["mrr"], dollars(2000));
        assert_eq!(lines(&invoices_of(&company, &value)[0]), [("ADVANCE".to_owned(), 2000)]);
        let agreed = json!({ "trial": true, "end_date": at("2026-06-01"), "scheduled_changes": [
            { "custom_change_date": at("2026-01-20"), "trial": true,
                "product_pricing_ids": [pro] },
            { "custom_change_date": at("2026-02-01"), "trial": false },
        ] });
        let known = on(&company, &basic, &agreed);
        assert_eq!(known["scheduled_changes"][1]["trial"], false);
        go(&company, "2026-02-01");
        let after = now(&company, &known);
        assert_eq!(after["trial_conversion_date"], at("2026-02-01"));
        assert_eq!(lines(&invoices_of(&company, &known)[0]), [("ADVANCE".to_owned(), 2000)]);
    }

    fn what_is_wrong_with_one(company: Company) {
        let body = least(&company);
        let term = json!({ "count": 1, "frequency": "WEEK" });
        for (fields, fault) in [
            (json!({ "trial": true }), "/trial trial_without_end"),
            (json!({ "trial_term": term }), "/trial_term mismatch"),
            (json!({ "trial": false, "trial_term": term }), "/trial_term mismatch"),
            (json!({ "trial": true, "trial_term": { "count": 1, "frequency": "ONETIME" } }),
                "/trial_term/frequency not_recurring"),
            (json!({ "trial": true, "trial_term": { "count": i64::MAX, "frequency": "YEAR" } }),
                "/trial_term range"),
            (json!({ "trial": true, "end_date": "2001-01-01T00:00:00Z" }),
                "/end_date before_start"),
        ] {
            assert_eq!(told(&sent(&company, &body, &fields)), [fault], "{fields}");
        }
    }
}
