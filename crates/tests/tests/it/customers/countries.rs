//! Countries come in as codes or English names, and go out as two letters.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::books::{Books, invoices, set_clock};
use crate::harness::client::text;
use crate::harness::database::behind;
use crate::harness::{Company, Server};

const SPELLINGS: &[(&str, &str)] = &[
    ("DE", "DE"),
    ("de", "DE"),
    ("DEU", "DE"),
    ("deu", "DE"),
    (" Germany ", "DE"),
    ("GERMANY", "DE"),
    ("United States", "US"),
    ("united states of america", "US"),
    ("USA", "US"),
    ("UK", "GB"),
    ("Great Britain", "GB"),
    ("Türkiye", "TR"),
    ("turkey", "TR"),
    ("Korea, Republic of", "KR"),
];

const UNKNOWN: &[&str] = &["Atlantis", "Deutschland", "ZZ", "EUR", "D", "Korea", "276"];

/// A body that names a country in every place where a customer may.
fn placed(country: &Value) -> Value {
    let taxes = [json!({ "name": "a", "rate": 0 }), json!({ "name": "b", "rate": 0 })];
    let mut body =
        json!({ "address": { "city": "x", "country": country }, "override_taxes": taxes });
    body["override_taxes"][1]["country"] = country.clone();
    body
}

both! {
    fn every_spelling_of_a_customer_is_answered_as_two_letters(company: Company) {
        company.named("a");
        for (index, (sent, kept)) in SPELLINGS.iter().enumerate() {
            let mut body = placed(&json!(sent));
            let after = company.patch("/customers/a", &body).expect(200);
            body["identifier"] = json!(format!("new{index}"));
            for customer in [after, company.customer(&body)] {
                assert_eq!(customer["address"]["country"], *kept, "{sent}");
                assert_eq!(customer["override_taxes"][1]["country"], *kept, "{sent}");
            }
        }
    }

    fn an_unknown_country_of_a_customer_is_refused(company: Company) {
        company.named("a");
        let expected = ["/address/country", "/override_taxes/1/country"];
        for sent in UNKNOWN {
            let mut body = placed(&json!(sent));
            assert_eq!(company.patch("/customers/a", &body).faults(), expected, "{sent}");
            body["identifier"] = json!("b");
            let answer = company.post("/customers", &body);
            assert_eq!(answer.json()["errors"][0]["code"], "unknown_country");
            assert_eq!(answer.faults(), expected, "{sent}");
        }
        assert!(company.get("/customers/a").expect(200)["address"].is_null());
    }

    fn an_empty_country_is_none(company: Company) {
        company.named("a");
        for sent in [json!(""), json!("  "), json!(null)] {
            let after = company.patch("/customers/a", &placed(&sent)).expect(200);
            assert!(after["address"]["country"].is_null());
            assert!(after["override_taxes"][1]["country"].is_null());
        }
    }

    fn a_company_has_countries_too(company: Company) {
        let body = |sent: &str| json!({
            "address": { "country": sent }, "taxes": [{ "name": "a", "rate": 0, "country": sent }],
        });
        for (sent, kept) in SPELLINGS {
            let after = company.patch("", &body(sent)).expect(200);
            assert_eq!(after["address"]["country"], *kept, "{sent}");
            assert_eq!(after["taxes"][0]["country"], *kept, "{sent}");
        }
        for sent in UNKNOWN {
            let faults = company.patch("", &body(sent)).faults();
            assert_eq!(faults, ["/address/country", "/taxes/0/country"], "{sent}");
        }
    }

    fn what_was_kept_before_is_understood(server: Arc<Server>) {
        let books = Books::open(&server);
        let company = &books.company;
        let taxes = json!([
            { "name": "VAT", "rate": 0.1, "country": "DE" },
            { "name": "other", "rate": 0.2, "country": "FR" },
        ]);
        company.patch("", &json!({ "taxes": taxes })).expect(200);
        let customer = format!("/customers/{}", books.customer);
        company.patch(&customer, &json!({ "address": { "country": "DE" } })).expect(200);
        let known = format!("company_id = '{}' AND id = '{}'", company.company, books.customer);
        let rewrite = |from: &str, to: &str| {
            let country = |name: &str| format!("'\"country\":\"{name}\"'");
            let value = format!("replace(doc, {}, {})", country(from), country(to));
            behind(&server.url, &format!("UPDATE customer SET doc = {value} WHERE {known}"));
        };
        let taxed = |now: &str| {
            set_clock(company, now);
            let last = invoices(company).pop().unwrap();
            last["tax_details"][0]["amount"]["value_in_cents"].clone()
        };
        assert_eq!(taxed("2026-02-28T00:00:00Z"), 100);
        rewrite("DE", "Germany");
        assert_eq!(taxed("2026-03-31T00:00:00Z"), 100);
        rewrite("Germany", "Atlantis");
        assert_eq!(taxed("2026-04-30T00:00:00Z"), Value::Null);
        let after = company.patch(&customer, &json!({ "name": "Renamed" })).expect(200);
        assert_eq!(text(&after["address"], "country"), "Atlantis", "nobody changed it");
        let moved = json!({ "address": { "country": "Atlantis", "city": "x" } });
        assert_eq!(company.patch(&customer, &moved).faults(), ["/address/country"]);
        rewrite("Atlantis", "Germany");
        let after = company.patch(&customer, &json!({ "name": "Again" })).expect(200);
        assert_eq!(text(&after["address"], "country"), "DE");
    }
}
