//! A customer whose records cannot be read is set aside, once, and goes on when they are mended.

use std::sync::Arc;

use serde_json::json;

use super::{Books, invoices, set_clock, subscribe};
use crate::harness::Server;
use crate::harness::client::{column, text};
use crate::harness::database::behind;

both! {
    fn its_subscriptions_are_parked_once(server: Arc<Server>) {
        let books = Books::open(&server);
        let company = &books.company;
        let other = subscribe(company, &books.customer, &books.pricing, &json!({}));
        let set = |terms: &str, id: &str| {
            let known = format!("company_id = '{}' AND id = '{id}'", company.company);
            behind(&server.url, &format!("UPDATE subscription SET terms = {terms} WHERE {known}"));
        };
        set("'x' || terms", &other);
        set_clock(company, "2026-03-01T00:00:00Z");
        let parked = || company.post("/parked/find", &json!({})).expect(200);
        assert_eq!(parked()["results"].as_array().unwrap().len(), 2);
        let retry = |id: &str| format!("/parked/{id}/retry");
        let first = column(&parked(), "id").remove(0);
        company.post(&retry(&first), &json!({})).problem(409, "not_billable");
        set("substr(terms, 2)", &other);
        let ids = column(&parked(), "id");
        company.post(&retry(&ids[0]), &json!({})).expect(200);
        set("'x' || terms", &other);
        set_clock(company, "2026-04-01T00:00:00Z");
        set("substr(terms, 2)", &other);
        for id in column(&parked(), "id") {
            company.post(&retry(&id), &json!({})).expect(200);
        }
        let of = |id: &str| {
            let all = invoices(company);
            all.iter().filter(|value| text(value, "subscription_id") == id).count()
        };
        assert_eq!((of(&books.subscription), of(&other)), (3, 3));
    }
}
