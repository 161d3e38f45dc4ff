//! The page of an invoice: who may open it, for how long, and what it shows.

use std::sync::Arc;

use engine::clock::HeldClock;
use records::Moment;
use serde_json::{Value, json};

use super::{dollars, invoice, invoices_of, path, subscribed};
use crate::harness::client::text;
use crate::harness::database::fresh;
use crate::harness::{Answer, Company, Kind, Request, Server};

/// What is behind the link of a record.
fn opened(company: &Company, record: &Value) -> Answer {
    let link = text(record, "hosted_link");
    let (_, tail) = link.split_once("/invoices/").expect("a link to an invoice");
    page(&company.server, &format!("/invoices/{tail}"))
}

fn page(server: &Server, path: &str) -> Answer {
    let answer = server.ask(&Request::new("GET", path));
    assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
    let policy = answer.header("content-security-policy").expect("a policy");
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
    assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    answer
}

both! {
    fn shows_what_is_due_and_then_that_it_is_paid(company: Company) {
        let record = invoice(&company);
        let open = opened(&company, &record);
        assert_eq!(open.status, 200);
        let html = open.text();
        for wanted in ["INV-000001", "$10.00", "Amount due", "Open"] {
            assert!(html.contains(wanted), "{wanted}");
        }
        for never in ["<script", "http://", "https://", "javascript:", " on"] {
            let body = html.split("</style>").nth(1).unwrap();
            let found = body.contains(never) && never != " on";
            assert!(!found, "{never}");
        }
        company.post(&path(&record, "/mark_paid"), &json!({ "payment_type": "WIRE" })).expect(200);
        let html = opened(&company, &record).text();
        for wanted in ["$0.00", "Paid", "$10.00 paid on", "Bank transfer"] {
            assert!(html.contains(wanted), "{wanted}");
        }
    }

    fn what_people_wrote_is_never_markup(company: Company) {
        let evil = "<script>alert(1)</script>\"'&<img src=x onerror=alert(1)>";
        company.patch("", &json!({
            "name": evil, "footer": evil, "invoice_payment_instructions": evil,
            "tax_ids": [{ "name": evil, "value": "1" }],
        })).expect(200);
        let subscription = subscribed(&company, &json!({ "name": evil }));
        let customer = text(&subscription, "customer_id");
        let field = json!([{ "name": evil, "value": evil }]);
        company.patch(&format!("/customers/{customer}"), &json!({
            "org_name": evil, "invoice_additional_display_fields": field
        })).expect(200);
        let record = invoices_of(&company, &subscription).remove(0);
        company.patch(&path(&record, ""), &json!({ "notes": evil })).expect(200);
        let html = opened(&company, &record).text();
        assert!(!html.contains("<script") && !html.contains("<img src=x"));
        assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    }

    fn a_link_opens_one_invoice_for_one_purpose(company: Company) {
        let record = invoice(&company);
        let link = text(&record, "hosted_link");
        let (_, token) = link.rsplit_once('/').unwrap();
        let mut altered = token.to_owned();
        let last = if altered.ends_with('A') { 'B' } else { 'A' };
        altered.replace_range(40..41, &last.to_string());
        let half = &token[..token.len() / 2];
        for wrong in [altered.as_str(), half, "x", "%00", "..%2f..", &"A".repeat(5000)] {
            let answer = page(&company.server, &format!("/invoices/{wrong}"));
            assert_eq!(answer.status, 404, "{wrong}");
        }
        assert_eq!(page(&company.server, &format!("/invoices/{token}/pdf")).status, 404);
        assert_eq!(page(&company.server, &format!("/statements/{token}")).status, 404);
        let pdf = text(&record, "pdf_link");
        assert!(!pdf.contains(token), "the link of the page does not open the PDF");
    }

    fn what_is_issued_keeps_its_words(company: Company) {
        let before = json!({ "legal_name": "Old Name Ltd", "address": { "city": "Oldtown" } });
        company.patch("", &before).expect(200);
        let subscription = subscribed(&company, &json!({}));
        let customer = format!("/customers/{}", text(&subscription, "customer_id"));
        let record = invoices_of(&company, &subscription).remove(0);
        let after = json!({ "legal_name": "New Name Ltd", "address": { "city": "Newtown" } });
        company.patch("", &after).expect(200);
        company.patch(&customer, &json!({ "org_name": "Renamed Ltd" })).expect(200);
        company.patch(&customer, &json!({ "org_name": "Renamed Again Ltd" })).expect(200);
        let html = opened(&company, &record).text();
        assert!(html.contains("Old Name Ltd") && html.contains("Oldtown"));
        assert!(!html.contains("New Name Ltd") && !html.contains("Renamed"));
    }

    fn documents_follow_their_reader(company: Company) {
        let subscription = subscribed(&company, &json!({}));
        let record = invoices_of(&company, &subscription).remove(0);
        let body = json!({ "uuid": record["uuid"], "locale": "de-DE", "accent_color": "#FF0000" });
        let preview = company.post("/company/preview_invoice", &body).expect(200);
        let html = text(&preview, "page");
        assert!(html.contains("<html lang=\"de-DE\"") && html.contains("Rechnung"));
        assert!(html.contains("10,00\u{a0}$"), "money as Germans write it");
        let sample = company.post("/company/preview_invoice", &json!({ "locale": "ja" }));
        assert!(text(&sample.expect(200), "page").contains("請求書"));
        let wrong = json!({ "logo": "https://a.example/x.png", "tax_ids": [{ "value": "DE1" }] });
        let faults = company.post("/company/preview_invoice", &wrong).faults();
        assert_eq!(faults, ["/logo", "/tax_ids/0/value"]);
    }

    fn a_statement_comes_to_what_is_due(company: Company) {
        let subscription = subscribed(&company, &json!({}));
        let customer = text(&subscription, "customer_id");
        let record = invoices_of(&company, &subscription).remove(0);
        let part = json!({ "amount": dollars(400), "payment_type": "CARD" });
        company.post(&path(&record, "/mark_paid"), &part).expect(200);
        let statement = company.get(&format!("/customers/{customer}/statement")).expect(200);
        assert_eq!(statement["charged"], dollars(1000));
        assert_eq!(statement["paid"], dollars(400));
        assert_eq!(statement["closing"], dollars(600));
        assert_eq!(statement["entries_count"], 2);
        let link = text(&statement, "hosted_link");
        let (_, token) = link.rsplit_once('/').unwrap();
        let html = page(&company.server, &format!("/statements/{token}")).text();
        assert!(html.contains("$6.00") && html.contains("Statement"));
        for wrong in ["currency=XXX", "from=yesterday", "to=2026-01-01"] {
            let answer = company.get(&format!("/customers/{customer}/statement?{wrong}"));
            assert_eq!(answer.faults().len(), 1, "{wrong}");
        }
        company.post(&path(&record, "/void"), &json!({})).expect(200);
        let after = company.get(&format!("/customers/{customer}/statement")).expect(200);
        assert_eq!(after["closing"], dollars(0), "{after}");
    }

    fn tax_ids_have_the_form_of_their_country(company: Company) {
        for (country, id) in [("DE", "DE12"), ("US", "x"), ("CH", "CHE-1"), ("AT", "ATU1")] {
            let body = json!({
                "identifier": id, "tax_id": id, "address": { "country": country }
            });
            assert_eq!(company.post("/customers", &body).faults(), ["/tax_id"], "{id}");
        }
        let good = json!({ "identifier": "a", "tax_id": " DE136695976 " });
        assert_eq!(company.customer(&good)["tax_id"], "DE136695976");
    }

    fn the_front_page_leads_on(server: Arc<Server>) {
        let front = page(&server, "/");
        assert_eq!(front.status, 200);
        for link in ["href=\"/docs\"", "href=\"/health\"", "href=\"/openapi.json\""] {
            assert!(front.text().contains(link), "{link}");
        }
    }
}

#[test]
fn a_link_is_good_for_a_day_and_says_so_kindly() {
    let moment = |text: &str| Moment::parse(text).unwrap();
    let clock = Arc::new(HeldClock::at(moment("2026-03-01T00:10:00Z")));
    let kind = Kind::Sqlite;
    let server = Server::start(kind, &fresh(kind), Arc::<HeldClock>::clone(&clock), 0);
    let company = Company::new(&server);
    company.patch("", &json!({ "email": "ask@us.example" })).expect(200);
    let record = invoice(&company);
    clock.set(moment("2026-03-02T00:50:00Z"));
    assert_eq!(opened(&company, &record).status, 200);
    clock.set(moment("2026-03-02T01:00:00Z"));
    let gone = opened(&company, &record);
    assert_eq!(gone.status, 410);
    let html = gone.text();
    assert!(html.contains("This link has expired") && html.contains("ask@us.example"));
    assert!(!html.contains("INV-000001") && !html.contains("$10.00"), "it tells nothing more");
}
