//! Audits take as much as there is, and no more: twice the invoices, twice the rows.

use std::sync::Arc;

use serde_json::json;

use super::subscribe;
use crate::catalog::{made, monthly, over, product};
use crate::harness::client::text;
use crate::harness::{Company, Server};

/// A company of two customers with so many invoices each.
fn billed(server: &Arc<Server>, each: u32) -> Company {
    let company = Company::dev(server);
    company.post("/clock", &json!({ "now": "2026-12-31T00:00:00Z" })).expect(200);
    let product = product(&company, "Days");
    let frequency = json!({ "billing_frequency": { "count": 1, "frequency": "DAY" } });
    let pricing = text(&made(&company, "/pricing", &over(&monthly(&product), &frequency)), "id");
    for name in ["a", "b"] {
        let days = i64::from(each) * 86_400_000_000;
        let start = records::Moment::from_micros(1_798_675_200_000_000 - days);
        let past = json!({ "start_date": start.to_string(), "generate_past_invoice": true });
        subscribe(&company, &company.named(name), &pricing, &past);
    }
    company
}

both! {
    fn audits_are_linear(server: Arc<Server>) {
        let efforts = [100, 200, 400].map(|each| {
            let company = billed(&server, each);
            server.engine.audit_effort(&company.company).unwrap()
        });
        let [once, twice, four_times] = efforts;
        assert!(once.rows > 4 * 200, "the audits read {once:?}, with 200 invoices");
        for (less, more) in [(once, twice), (twice, four_times)] {
            assert!(more.rows * 100 <= less.rows * 205, "{less:?} and {more:?} rows");
            assert!(more.statements * 100 <= less.statements * 205, "{less:?}, {more:?}");
        }
    }
}
