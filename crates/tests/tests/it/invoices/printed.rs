//! Invoices on paper and for machines: what links lead to, and what is missing by its field.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{invoice, invoices_of, path};
use crate::catalog::pricing;
use crate::harness::client::text;
use crate::harness::{Answer, Company, Request, Server};

/// The invoice of a company and a customer of which an e-invoice can be made.
fn complete(company: &Company) -> Value {
    let address = json!({ "address_line_1": "Lindenstr. 5", "city": "Berlin", "zip": "10969",
        "country": "DE" });
    let body = json!({
        "address": address,
        "legal_name": "Nordlicht <GmbH> & Co.",
        "tax_ids": [{ "value": "DE136695976" }],
        "taxes": [{ "name": "USt.", "rate": 0.19 }],
    });
    company.patch("", &body).expect(200);
    let customer = company.customer(&json!({ "identifier": "paper", "address": address }));
    let body = json!({
        "customer_id": customer["id"],
        "product_pricing_ids": [pricing(company, &json!({}))["id"]],
    });
    let subscription = company.post("/subscriptions", &body).expect(200);
    invoices_of(company, &subscription).remove(0)
}

fn opened(server: &Arc<Server>, link: &str) -> Answer {
    let (_, place) = link.split_once("//").unwrap();
    let (_, path) = place.split_once('/').unwrap();
    server.ask(&Request::new("GET", &format!("/{path}")))
}

both! {
    fn what_an_e_invoice_lacks_is_named(company: Company) {
        let bill = invoice(&company);
        let faults = company.get(&path(&bill, "/e_invoice")).faults();
        for missing in ["/company/tax_ids", "/company/address/country",
            "/customer/address/country", "/invoice/line_items/0/taxes"] {
            assert!(faults.iter().any(|fault| fault == missing), "{missing} in {faults:?}");
        }
    }

    fn an_e_invoice_is_made_of_what_is_there(company: Company) {
        let bill = complete(&company);
        let made = company.get(&path(&bill, "/e_invoice")).expect(200);
        let xml = text(&made, "xml");
        assert_eq!(made["file_name"], "factur-x.xml");
        assert_eq!(made["profile"], "urn:cen.eu:en16931:2017");
        assert!(xml.contains(&format!("<ram:ID>{}</ram:ID>", text(&bill, "number"))), "{xml}");
        assert!(xml.contains("Nordlicht &lt;GmbH&gt; &amp; Co."), "{xml}");
        let due = bill["due"]["value_in_cents"].as_i64().unwrap();
        let due = format!("{}.{:02}", due / 100, due % 100);
        assert!(xml.contains(&format!("<ram:DuePayableAmount>{due}</ram:DuePayableAmount>")));
    }

    fn a_link_leads_to_the_same_bytes(company: Company) {
        let bill = complete(&company);
        let bill = company.get(&path(&bill, "")).expect(200);
        let server = &company.server;
        let first = opened(server, &text(&bill, "pdf_link"));
        assert_eq!(first.status, 200);
        assert_eq!(first.header("content-type"), Some("application/pdf"));
        let name = format!("inline; filename=\"{}.pdf\"", text(&bill, "number"));
        assert_eq!(first.header("content-disposition"), Some(name.as_str()));
        assert!(first.body.starts_with(b"%PDF-1.7"));
        let again = company.get(&path(&bill, "")).expect(200);
        assert!(opened(server, &text(&again, "pdf_link")).body == first.body);
    }

    fn a_link_is_for_one_thing(company: Company) {
        let bill = invoice(&company);
        let bill = company.get(&path(&bill, "")).expect(200);
        let server = &company.server;
        let (page, pdf) = (text(&bill, "hosted_link"), text(&bill, "pdf_link"));
        assert_eq!(opened(server, &format!("{page}/pdf")).status, 404);
        assert_eq!(opened(server, pdf.trim_end_matches("/pdf")).status, 404);
        let altered = pdf.replacen("/pdf", "x/pdf", 1);
        assert_eq!(opened(server, &altered).status, 404);
    }
}
