//! What a body must not hold, every fault with its pointer.

use serde_json::{Value, json};

use super::ANSWERED_ONLY;
use crate::harness::Company;

both! {
    fn unknown_fields_are_refused(company: Company) {
        company.named("a");
        for name in ["auto_charge", "Identifier", "a/b", "m~n", "", "__proto__"] {
            let pointer = format!("/{}", name.replace('~', "~0").replace('/', "~1"));
            let mut body = json!({ "identifier": "b" });
            body[name] = json!(1);
            assert_eq!(company.post("/customers", &body).faults(), [pointer.as_str()], "{name}");
            assert_eq!(company.patch("/customers/a", &body).faults(), [pointer], "{name}");
        }
        assert_eq!(company.found(&json!({})), ["a"]);
    }

    fn unknown_fields_inside_are_refused(company: Company) {
        let cases = [
            (json!({ "address": { "street": "x" } }), "/address/street"),
            (
                json!({ "child_rollup_billing_config": { "x": 1 } }),
                "/child_rollup_billing_config/x",
            ),
            (
                json!({ "override_taxes": [{ "name": "a", "rate": 0, "x": 1 }] }),
                "/override_taxes/0/x",
            ),
            (
                json!({ "integration_references": [{}, { "id": 1 }] }),
                "/integration_references/1/id",
            ),
            (
                json!({ "invoice_additional_display_fields": [{ "key": "a" }] }),
                "/invoice_additional_display_fields/0/key",
            ),
        ];
        for (mut body, pointer) in cases {
            body["identifier"] = json!("a");
            assert_eq!(company.post("/customers", &body).faults(), [pointer], "{body}");
        }
    }

    fn what_only_the_service_says_is_refused(company: Company) {
        company.named("a");
        for (name, value) in ANSWERED_ONLY {
            let value: Value = serde_json::from_str(value).unwrap();
            let mut body = json!({ "identifier": "b" });
            body[*name] = value;
            let pointer = format!("/{name}");
            assert_eq!(company.post("/customers", &body).faults(), [pointer.as_str()]);
            assert_eq!(company.patch("/customers/a", &body).faults(), [pointer]);
        }
    }

    fn every_fault_of_shape_is_listed(company: Company) {
        let body = json!({
            "identifier": "", "email": "nobody", "billing_emails": ["ok@a.example", "no", 5],
            "exclude_from_metrics": "yes", "metadata": [], "tags": "vip", "mistyped": 1,
            "address": { "city": 5, "planet": "x" }, "locale": 7,
            "override_taxes": [{ "rate": 2 }],
            "child_rollup_billing_config": { "invoice_due_date_from_creation": -1 },
        });
        let expected = [
            "/address/city",
            "/address/planet",
            "/billing_emails/1",
            "/billing_emails/2",
            "/child_rollup_billing_config/invoice_due_date_from_creation",
            "/email",
            "/exclude_from_metrics",
            "/identifier",
            "/locale",
            "/metadata",
            "/mistyped",
            "/override_taxes/0/name",
            "/override_taxes/0/rate",
            "/tags",
        ];
        assert_eq!(company.post("/customers", &body).faults(), expected);
        company.named("a");
        assert_eq!(company.patch("/customers/a", &body).faults(), expected);
    }

    fn every_fault_of_meaning_is_listed(company: Company) {
        let unknown = format!("cus_{}", "0".repeat(27));
        let mut body = json!({
            "identifier": unknown, "owner_id": "nobody", "parent_customer_id": unknown,
            "override_taxes": [{ "name": "a", "rate": 0.12345678901234567 }],
            "child_rollup_billing_config": {
                "start_date": "2026-01-01T00:00:00Z", "end_date": "2025-01-01T00:00:00Z"
            },
        });
        let expected = [
            "/child_rollup_billing_config/end_date",
            "/identifier",
            "/override_taxes/0/rate",
            "/owner_id",
            "/parent_customer_id",
        ];
        assert_eq!(company.post("/customers", &body).faults(), expected);
        company.named("a");
        assert_eq!(company.patch("/customers/a", &body).faults(), expected);
        body.as_object_mut().unwrap().remove("identifier");
        assert_eq!(company.post("/customers", &body).faults(), expected, "without an identifier");
        body["identifier"] = Value::Null;
        assert_eq!(company.patch("/customers/a", &body).faults(), expected, "cleared");
    }

    fn email_addresses_are_addresses(company: Company) {
        let wrong = [
            "a@b.example\r\nBcc: c@d.example",
            "a@b\n",
            "a b@c.example",
            "@b.example",
            "a@",
            "a@b..example",
            "",
            "plain",
            "a@b.example, c@d.example",
        ];
        for email in wrong {
            let body = json!({ "identifier": "x", "email": email });
            assert_eq!(company.post("/customers", &body).faults(), ["/email"], "{email:?}");
            let body = json!({ "identifier": "x", "billing_emails": [email] });
            let faults = company.post("/customers", &body).faults();
            assert_eq!(faults, ["/billing_emails/0"], "{email:?}");
        }
        let body = json!({ "email": "first.last+tag@sub.example.org" });
        company.customer(&body);
    }

    fn a_rollup_recurs_and_ends_after_it_starts(company: Company) {
        let config = |value: Value| json!({
            "identifier": "a", "child_rollup_billing": true, "child_rollup_billing_config": value,
        });
        let at = "2026-01-01T00:00:00Z";
        let wrong = [
            (json!({ "frequency": "ONETIME" }), "frequency"),
            (json!({ "frequency": "month" }), "frequency"),
            (json!({ "start_date": at, "end_date": at }), "end_date"),
            (json!({ "start_date": "2026-02-30T00:00:00Z" }), "start_date"),
            (json!({ "invoice_due_date_from_creation": 1.5 }), "invoice_due_date_from_creation"),
            (json!({ "auto_charges": 1 }), "auto_charges"),
        ];
        for (value, field) in wrong {
            let answer = company.post("/customers", &config(value.clone()));
            let pointer = format!("/child_rollup_billing_config/{field}");
            assert_eq!(answer.faults(), [pointer], "{value}");
        }
        let frequencies =
            ["HOUR", "DAY", "WEEK", "BI_MONTH", "MONTH", "QUARTER", "BI_ANNUAL", "YEAR"];
        for frequency in frequencies {
            let mut body = config(json!({ "frequency": frequency }));
            body["identifier"] = json!(frequency);
            let made = company.customer(&body);
            assert_eq!(made["child_rollup_billing_config"]["frequency"], frequency);
        }
    }

    fn a_tax_rate_is_a_share(company: Company) {
        let send = |rate: &str| {
            let body = format!(r#"{{"override_taxes":[{{"name":"VAT","rate":{rate}}}]}}"#);
            company.send(company.request("PATCH", "/customers/a").text(body))
        };
        company.named("a");
        for rate in ["0", "1", "0.19", "1.0", "1e-2", "0.000000000001", "0.999999999999"] {
            send(rate).expect(200);
        }
        for rate in ["-0.0000001", "1.0000001", "2", "-1", "1e1", "\"0.1\"", "null", "1e400"] {
            let faults = send(rate).faults();
            assert_eq!(faults, ["/override_taxes/0/rate"], "{rate}");
        }
        send("0.190000").expect(200);
        let text = company.get("/customers/a").text();
        assert!(text.contains(r#""rate":0.19,"#) || text.contains(r#""rate":0.190000"#), "{text}");
        for body in [json!([{ "rate": 0 }]), json!([{ "name": "", "rate": 0 }])] {
            let answer = company.patch("/customers/a", &json!({ "override_taxes": body }));
            assert_eq!(answer.faults(), ["/override_taxes/0/name"]);
        }
    }

    fn metadata_is_bounded(company: Company) {
        let text = "x".repeat(9_990);
        let many = |count: usize| {
            let entries = (0..count).map(|index| (format!("k{index}"), json!(text)));
            Value::Object(entries.collect())
        };
        for field in ["metadata", "customer_integration_metadata"] {
            company.customer(&json!({ "identifier": field, field: many(6) }));
            let body = json!({ "identifier": "large", field: many(7) });
            assert_eq!(company.post("/customers", &body).faults(), [format!("/{field}")]);
            let body = json!({ "identifier": "huge", field: many(100) });
            assert_eq!(company.post("/customers", &body).faults(), [format!("/{field}")]);
        }
    }

    fn texts_lists_and_depth_are_bounded(company: Company) {
        let long = "ü".repeat(10_000);
        company.customer(&json!({ "identifier": "long", "name": long }));
        let body = json!({ "identifier": "b", "name": format!("{long}x") });
        assert_eq!(company.post("/customers", &body).faults(), ["/name"]);
        let tags = |count: usize| (0..count).map(|n| n.to_string()).collect::<Vec<_>>();
        company.customer(&json!({ "identifier": "tags", "tags": tags(1000) }));
        let body = json!({ "identifier": "b", "tags": tags(1001) });
        assert_eq!(company.post("/customers", &body).faults(), ["/tags"]);
        let many: serde_json::Map<_, _> = (0..1001).map(|n| (n.to_string(), json!(n))).collect();
        let body = json!({ "identifier": "b", "metadata": many });
        assert_eq!(company.post("/customers", &body).faults(), ["/metadata"]);
        let nested = |depth: usize| {
            let inner = format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
            format!(r#"{{"identifier":"deep{depth}","metadata":{{"a":{inner}}}}}"#)
        };
        let send = |body: String| company.send(company.request("POST", "/customers").text(body));
        send(nested(61)).expect(201);
        send(nested(63)).expect(422);
    }
}
