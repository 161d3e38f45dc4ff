//! Names, formats, zones and currencies change; what was issued before stays as it was.

use std::sync::Arc;

use serde_json::json;

use super::{Books, invoices, set_clock, subscribe};
use crate::catalog::{made, monthly, over};
use crate::harness::Server;
use crate::harness::client::text;

both! {
    fn a_final_invoice_says_what_it_said(server: Arc<Server>) {
        let books = Books::open(&server);
        let company = &books.company;
        let issued = invoices(company).remove(0);
        let product = format!("/products/{}", books.product);
        company.patch(&product, &json!({ "name": "Renamed", "gl_code": "4711" })).expect(200);
        let uuid = text(&issued, "uuid");
        let paid = company.post(&format!("/invoices/{uuid}/mark_paid"), &json!({})).expect(200);
        assert_eq!(paid["status"], "PAID");
        assert_eq!(paid["line_items"], issued["line_items"]);
        assert_eq!(paid["name"], issued["name"]);
        let void = company.post(&format!("/invoices/{uuid}/void"), &json!({})).expect(200);
        assert_eq!(void["line_items"], issued["line_items"]);
        let again = company.post(&format!("/invoices/{uuid}/reissue"), &json!({})).expect(200);
        assert_eq!(again["line_items"][0]["name"], "Renamed: Monthly");
        assert_eq!(again["line_items"][0]["gl_code"], "4711");
    }

    fn numbers_go_on_in_another_format(server: Arc<Server>) {
        let books = Books::open(&server);
        let company = &books.company;
        for (format, now) in [
            ("A{n}", "2026-03-01T00:00:00Z"),
            ("A1{n}", "2026-04-01T00:00:00Z"),
            ("{n:3}/26", "2026-05-01T00:00:00Z"),
        ] {
            company.patch("", &json!({ "invoice_number_format": format })).expect(200);
            set_clock(company, now);
        }
        let numbers = invoices(company).into_iter().map(|value| text(&value, "number"));
        let numbers: Vec<String> = numbers.collect();
        assert_eq!(numbers, ["INV-000001", "A2", "A13", "004/26"]);
    }

    fn another_zone_and_currency_leave_the_past_alone(server: Arc<Server>) {
        let books = Books::open(&server);
        let company = &books.company;
        let euros = json!({ "name": "Euros", "currency": "EUR" });
        let euros = made(company, "/pricing", &over(&monthly(&books.product), &euros));
        subscribe(company, &books.customer, &text(&euros, "id"), &json!({}));
        company.patch("", &json!({ "preferred_timezone": "Pacific/Kiritimati" })).expect(200);
        company.patch("", &json!({ "preferred_currency": "EUR" })).expect(200);
        set_clock(company, "2026-03-01T00:00:00Z");
        let again = json!({ "identifier": "later" });
        subscribe(company, &books.customer, &books.pricing, &again);
        company.patch("", &json!({ "preferred_timezone": "Pacific/Pago_Pago" })).expect(200);
        set_clock(company, "2026-04-02T00:00:00Z");
        assert_eq!(invoices(company).len(), 8);
    }

    fn what_was_over_when_it_was_made_bills_nothing(server: Arc<Server>) {
        let books = Books::open(&server);
        let dates =
            json!({ "start_date": "2025-03-01T00:00:00Z", "end_date": "2025-09-10T00:00:00Z" });
        subscribe(&books.company, &books.customer, &books.pricing, &dates);
        assert_eq!(invoices(&books.company).len(), 1);
    }
}
