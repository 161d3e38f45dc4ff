//! What companies say in place of our words: tried before it is kept, and used in what is sent.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{became, billed, said, writing};
use crate::harness::client::text;
use crate::harness::{Answer, Company, Server};
use crate::invoices::path;

/// Pointer and code of every fault.
#[track_caller]
fn told(answer: &Answer) -> Vec<String> {
    assert_eq!(answer.status, 422);
    let body = answer.json();
    let errors = body["errors"].as_array().unwrap().iter();
    errors.map(|fault| format!("{} {}", text(fault, "pointer"), text(fault, "code"))).collect()
}

both! {
    fn a_template_says_what_the_company_wants(server: Arc<Server>) {
        let company = writing(&server, &json!({}));
        let (_, invoice) = billed(&company, &json!({ "locale": "de" }));
        let subject = "{{ company.name }}: {{ invoice.number }}";
        let all = json!({ "kind": "INVOICE", "subject": subject });
        let general = company.post("/email_templates", &all).expect(201);
        let body = json!({
            "kind": "INVOICE", "language": "de", "message": "Moin {{ customer.name }}.",
            "html": "<b>{{ customer.name }}</b>\
                {% for line in invoice.lines %}{{ line.amount }}{% endfor %}"
        });
        let german = company.post("/email_templates", &body).expect(201);
        assert_eq!(german["subject"], Value::Null);
        company.post("/email_templates", &body).problem(409, "template_exists");
        let preview = json!({ "kind": "INVOICE", "object_id": invoice["uuid"] });
        let shown = company.post("/email_templates/preview", &preview).expect(200);
        assert_eq!(shown["html"], "<b>Gull Ltd</b>10,00");
        assert_eq!(shown["to"], json!(["ap@gull.example"]));
        let tried = json!({
            "kind": "INVOICE", "object_id": invoice["uuid"], "language": "fr",
            "text": "{{ invoice.due }}"
        });
        let shown = company.post("/email_templates/preview", &tried).expect(200);
        assert_eq!(said(&shown, "text").trim(), "10,00 USD");
        assert!(said(&shown, "subject").starts_with("Facture"), "{shown}");
        company.post(&path(&invoice, "/send"), &json!({})).expect(200);
        let email = became(&company, &invoice, ("INVOICE", "SENT"));
        assert_eq!(email["template_id"], german["id"]);
        assert!(said(&email, "text").contains("Moin Gull Ltd."), "{email}");
        // Without it the one for every language holds.
        let of = |id: &Value| format!("/email_templates/{}", id.as_str().unwrap());
        company.delete(&of(&german["id"])).expect(200);
        company.get(&of(&german["id"])).problem(404, "not_found");
        let shown = company.post("/email_templates/preview", &preview).expect(200);
        assert_eq!(said(&shown, "subject"), format!("Acme: {}", text(&invoice, "number")));
        let changed = company.patch(&of(&general["id"]), &json!({ "subject": "Neu" })).expect(200);
        assert_eq!(changed["subject"], "Neu");
        assert_eq!(company.get("/email_templates").expect(200)["results"], json!([changed]));
        let events: Vec<String> =
            company.facts().iter().map(|fact| text(fact, "event_type")).collect();
        for event in ["created", "updated", "deleted"] {
            assert!(events.contains(&format!("email_template.{event}")), "{event}");
        }
    }

    fn ours_are_the_place_to_begin(company: Company) {
        for kind in ["INVOICE", "RECEIPT", "REMINDER_AFTER_DUE", "TRIAL_ENDING", "CREDIT_GRANTED"] {
            let path = format!("/email_templates/defaults/{kind}?language=ja");
            let ours = company.get(&path).expect(200);
            let variables = ours["variables"].as_array().unwrap();
            assert!(variables.contains(&json!("company.name")), "{ours}");
            let body = json!({
                "kind": kind, "subject": ours["subject"], "message": ours["message"],
                "html": ours["html"], "text": ours["text"]
            });
            company.post("/email_templates", &body).expect(201);
        }
        company.get("/email_templates/defaults/NOTHING").problem(404, "not_found");
        let answer = company.get("/email_templates/defaults/INVOICE?language=xx");
        assert_eq!(told(&answer), ["/language unknown"]);
    }

    fn what_could_do_harm_is_refused_by_field(company: Company) {
        let send = |fields: Value| {
            let mut body = json!({ "kind": "INVOICE" });
            body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
            told(&company.post("/email_templates", &body))
        };
        let loops = "{% for a in 'x' * 900 %}{% for b in 'x' * 900 %}.{% endfor %}{% endfor %}";
        assert_eq!(send(json!({ "html": loops })), ["/html endless"]);
        assert_eq!(send(json!({ "text": "{{ invoice.secret }}" })), ["/text unknown_variable"]);
        assert_eq!(send(json!({ "subject": "a\r\nBcc: e@evil.example" })), ["/subject line_break"]);
        assert_eq!(send(json!({ "message": "{% set x = 1 %}" })), ["/message unknown_tag"]);
        let both = json!({ "message": "{{ credit.name }}", "subject": "{{" });
        assert_eq!(send(both), ["/subject invalid_template", "/message unknown_variable"]);
        assert_eq!(send(json!({})), ["/message required"]);
        assert_eq!(send(json!({ "html": "x".repeat(500_001) })), ["/html too_long"]);
        let large = json!({ "kind": "INVOICE", "html": "x".repeat(1 << 20) });
        assert_eq!(company.post("/email_templates", &large).status, 413);
        let most = json!({ "kind": "INVOICE", "html": "x".repeat(500_000) });
        company.post("/email_templates", &most).expect(201);
        let nobody = "01985f2e-7c1a-7000-8000-5a1f0c2d3e4f";
        let nothing = json!({ "kind": "INVOICE", "object_id": nobody });
        let answer = company.post("/email_templates/preview", &nothing);
        assert_eq!(told(&answer), ["/object_id unknown"]);
    }
}
