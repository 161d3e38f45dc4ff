//! `GET|PATCH /companies/{company_id}`

use std::sync::Arc;

use engine::companies::NewCompany;
use serde_json::{Value, json};

use crate::harness::client::text;
use crate::harness::{Company, Server, at_once};

const FIELDS: &[&str] = &[
    "address",
    "computed_entitlements",
    "created_at",
    "customer_id",
    "demo",
    "email",
    "entitlements",
    "id",
    "is_dev",
    "legal_name",
    "name",
    "override_entitlements",
    "phone",
    "preferred_currency",
    "preferred_timezone",
    "proration_unit",
    "slug",
    "taxes",
    "updated_at",
    "invoice_payment_instructions",
    "invoice_due_date_from_creation",
    "invoice_number_format",
    "credit_note_number_format",
];

both! {
    fn every_field_is_answered(company: Company) {
        let record = company.get("").expect(200);
        for field in FIELDS {
            assert!(record.get(field).is_some(), "{field}: {record}");
        }
        assert_eq!(record["id"], company.company.as_str());
        assert_eq!(record["preferred_currency"], "USD");
        assert_eq!(record["preferred_timezone"], "UTC");
        assert_eq!(record["is_dev"], false);
        assert_eq!(record["demo"], false);
        assert_eq!(record["proration_unit"], "DAY");
        assert_eq!(record["taxes"], json!([]));
        assert!(record["customer_id"].is_null());
    }

    fn every_setting_can_be_changed(company: Company) {
        let body = json!({
            "address": {
                "address_line_1": "a", "address_line_2": null, "city": "b", "country": "DE",
                "place_id": null, "state": null, "zip": "1"
            },
            "email": "hello@x.example",
            "legal_name": "Legal",
            "name": "Name",
            "phone": "1",
            "preferred_currency": "KWD",
            "preferred_timezone": "Europe/Berlin",
            "slug": format!("s-{}", company.company.to_lowercase().replace('_', "-")),
            "taxes": [{
                "name": "VAT", "rate": 0.19, "country": "DE", "description": null,
                "region": null, "metadata": null
            }],
            "proration_unit": "SECOND",
            "invoice_payment_instructions": "Wire it",
            "invoice_due_date_from_creation": 14,
            "invoice_number_format": "R-{n:8}",
            "credit_note_number_format": "G{n}",
        });
        let after = company.patch("", &body).expect(200);
        for (name, sent) in body.as_object().unwrap() {
            assert_eq!(&after[name], sent, "{name}");
        }
        assert_eq!(company.get("").expect(200), after);
        let facts = company.facts();
        let last = facts.last().unwrap();
        assert_eq!(last["event_type"], "company.updated");
        assert_eq!(last["data"]["values"]["name"], "Name");
        let cleared = json!({
            "address": null, "email": null, "legal_name": null, "phone": null, "taxes": null,
            "invoice_payment_instructions": null, "invoice_due_date_from_creation": null,
        });
        let after = company.patch("", &cleared).expect(200);
        assert_eq!(after["taxes"], json!([]));
        for name in ["address", "email", "legal_name", "phone", "invoice_due_date_from_creation"] {
            assert!(after[name].is_null(), "{name}");
        }
        assert_eq!(after["name"], "Name");
    }

    fn currencies_and_zones(company: Company) {
        for (sent, kept) in [("eur", "EUR"), ("JPY", "JPY"), ("Kwd", "KWD")] {
            let after = company.patch("", &json!({ "preferred_currency": sent })).expect(200);
            assert_eq!(after["preferred_currency"], kept);
            let zero = company.customer(&json!({ "identifier": sent }));
            assert_eq!(zero["mrr"], json!({ "currency": kept, "value_in_cents": 0 }));
        }
        for wrong in [json!("ZZZ"), json!("EU"), json!("EURO"), json!(""), json!(1), json!(null)] {
            let answer = company.patch("", &json!({ "preferred_currency": wrong }));
            assert_eq!(answer.faults(), ["/preferred_currency"], "{wrong}");
        }
        for zone in ["Europe/Berlin", "America/New_York", "Pacific/Apia", "UTC"] {
            company.patch("", &json!({ "preferred_timezone": zone })).expect(200);
        }
        for wrong in [json!("Mars/Olympus"), json!(""), json!("+02:00"), json!(2), json!(null)] {
            let answer = company.patch("", &json!({ "preferred_timezone": wrong }));
            assert_eq!(answer.faults(), ["/preferred_timezone"], "{wrong}");
        }
    }

    fn taxes_are_shares(company: Company) {
        let tax = |rate: &str| {
            let body = format!(r#"{{"taxes":[{{"name":"t","rate":{rate}}}]}}"#);
            company.send(company.request("PATCH", "").text(body))
        };
        for rate in ["0", "1", "0.2", "0.075"] {
            assert_eq!(tax(rate).expect(200)["taxes"][0]["rate"].to_string(), rate);
        }
        for rate in ["-0.0000001", "1.0000001", "\"0.1\"", "true"] {
            assert_eq!(tax(rate).faults(), ["/taxes/0/rate"], "{rate}");
        }
    }

    fn number_formats_hold_the_number_once(company: Company) {
        let other = json!({ "credit_note_number_format": "other {n} other" });
        company.patch("", &other).expect(200);
        for field in ["invoice_number_format", "credit_note_number_format"] {
            for format in ["{n}", "INV-{n:6}", "{n:1}", "{n:12}/2026", "ä-{n}"] {
                let after = company.patch("", &json!({ field: format })).expect(200);
                assert_eq!(after[field], format);
            }
            let wrong = [
                "", "INV", "{n}{n}", "{m}", "{n:0}", "{n:13}", "{n:}", "{n:x}", "{n", "n}",
                "{{n}}", "{n:-1}", "{N}",
            ];
            for format in wrong {
                let faults = company.patch("", &json!({ field: format })).faults();
                assert_eq!(faults, [format!("/{field}")], "{format}");
            }
            let faults = company.patch("", &json!({ field: "x".repeat(70) + "{n}" })).faults();
            assert_eq!(faults, [format!("/{field}")]);
            company.patch("", &json!({ field: format!("{field} {{n}}") })).expect(200);
        }
    }

    fn invoices_and_credit_notes_never_get_one_number(company: Company) {
        let format = |invoices: &str, notes: &str| {
            company.patch("", &json!({
                "invoice_number_format": invoices, "credit_note_number_format": notes,
            }))
        };
        for (invoices, notes) in [("{n}", "{n:6}"), ("R{n}", "r{n:4}"), ("R{n}", "R20{n}")] {
            let faults = format(invoices, notes).faults();
            assert_eq!(faults, ["/credit_note_number_format"], "{invoices} {notes}");
        }
        format("R{n}", "{n}").expect(200);
        format("{n}/R", "{n}/G").expect(200);
    }

    fn due_days_are_whole_numbers(company: Company) {
        let ask = |value: &str| {
            let body = format!(r#"{{"invoice_due_date_from_creation":{value}}}"#);
            company.send(company.request("PATCH", "").text(body))
        };
        for (value, kept) in [("0", 0), ("30", 30), ("1e3", 1000), ("3.0", 3), ("-0", 0)] {
            assert_eq!(ask(value).expect(200)["invoice_due_date_from_creation"], kept, "{value}");
        }
        let wrong = [
            "-1", "1.5", "\"100\"", "9223372036854775807", "9223372036854775808",
            "-9223372036854775809", "1e400", "true", "[]", "{}",
        ];
        for value in wrong {
            assert_eq!(ask(value).faults(), ["/invoice_due_date_from_creation"], "{value}");
        }
        assert_eq!(company.get("").expect(200)["invoice_due_date_from_creation"], 0);
    }

    fn a_slug_is_unique_and_a_word(company: Company) {
        let other = Company::new(&company.server);
        let taken = text(&other.get("").expect(200), "slug");
        company.patch("", &json!({ "slug": taken })).expect(409);
        let known = text(&company.get("").expect(200), "slug");
        assert_ne!(known, taken);
        company.patch("", &json!({ "slug": known })).expect(200);
        for slug in ["", "-a", "a-", "A", "a b", "ä", "a_b", &"a".repeat(64), "../x"] {
            assert_eq!(company.patch("", &json!({ "slug": slug })).faults(), ["/slug"], "{slug}");
        }
    }

    fn required_settings_cannot_be_cleared(company: Company) {
        let required = [
            "name", "slug", "preferred_currency", "preferred_timezone", "invoice_number_format",
            "credit_note_number_format",
        ];
        for field in required {
            let answer = company.patch("", &json!({ field: null }));
            assert_eq!(answer.faults(), [format!("/{field}")]);
        }
        for name in ["", " ", "\t"] {
            assert_eq!(company.patch("", &json!({ "name": name })).faults(), ["/name"]);
        }
    }

    fn every_fault_of_the_settings_is_listed(company: Company) {
        let body = json!({
            "name": " ", "preferred_currency": "ZZZ", "preferred_timezone": "x/y",
            "invoice_number_format": "{m}", "credit_note_number_format": "none",
        });
        let mut expected: Vec<String> =
            body.as_object().unwrap().keys().map(|name| format!("/{name}")).collect();
        expected.sort();
        assert_eq!(company.patch("", &body).faults(), expected);
        let body = json!({ "name": null, "slug": null, "preferred_currency": "ZZZ" });
        let expected = ["/name", "/preferred_currency", "/slug"];
        assert_eq!(company.patch("", &body).faults(), expected);
    }

    fn what_only_the_service_says_is_refused(company: Company) {
        let before = company.get("").expect(200);
        let fields = [
            "id", "created_at", "updated_at", "demo", "is_dev", "customer_id", "entitlements",
            "computed_entitlements", "override_entitlements", "access", "unknown",
        ];
        for field in fields {
            let answer = company.patch("", &json!({ field: before[field] }));
            assert_eq!(answer.faults(), [format!("/{field}")]);
        }
        for unit in [json!("HOUR"), json!("day"), json!(1)] {
            let answer = company.patch("", &json!({ "proration_unit": unit }));
            assert_eq!(answer.faults(), ["/proration_unit"]);
        }
        assert_eq!(company.get("").expect(200), before);
    }

    fn companies_of_one_name_get_slugs_of_their_own(server: Arc<Server>) {
        let name = format!("Same Name {:?}", server.kind);
        let slugs = at_once(8, |_| {
            let new = NewCompany {
                name: name.clone(),
                currency: "USD".to_owned(),
                timezone: "UTC".to_owned(),
                dev: false,
                demo: false,
            };
            server.engine.create_company(new).map(|(company, _)| company.slug)
        });
        let mut slugs: Vec<String> =
            slugs.into_iter().map(|slug| slug.expect("each is made")).collect();
        slugs.sort();
        slugs.dedup();
        assert_eq!(slugs.len(), 8, "{slugs:?}");
        assert!(slugs[0].starts_with("same-name-"), "{slugs:?}");
    }

    fn a_company_starts_with_its_facts(company: Company) {
        let facts = company.facts();
        let events: Vec<&Value> = facts.iter().map(|fact| &fact["event_type"]).collect();
        assert_eq!(events.first(), Some(&&json!("company.created")));
        assert_eq!(events.last(), Some(&&json!("api_token.created")));
        assert_eq!(facts[0]["object_id"], company.company.as_str());
        assert_eq!(facts[0]["data"]["values"]["preferred_currency"], "USD");
    }
}
