//! Two processes and one family: nobody waits for ever, and no credit pays twice.

use serde_json::{Value, json};

use super::{Family, family, found, subscribed};
use crate::harness::client::text;
use crate::harness::{Client, Company, Kind, Server, at_once};
use crate::lives::plan;

/// The child has a credit of so many cents, by paying too much.
fn enriched(company: &Company, known: &Family, cents: i64) {
    subscribed(company, &known.child, "1", &json!({}));
    let own = found(company, &json!({ "billed_customer_id": known.child }));
    let body = json!({ "amount": { "currency": "USD", "value_in_cents": 100 + cents } });
    company.post(&format!("/invoices/{}/mark_paid", text(&own[0], "uuid")), &body).expect(200);
}

/// What credits paid of all invoices that a search finds.
fn paid_by_credits(client: &Client, query: &Value) -> i64 {
    let all = found(client, query);
    let details = all.iter().flat_map(|invoice| invoice["credit_details"].as_array().unwrap());
    details.map(|detail| detail["amount"]["value_in_cents"].as_i64().unwrap()).sum()
}

both! {
    fn a_credit_is_used_once(kind: Kind) {
        let server = Server::alone(kind);
        let other = server.beside();
        let company = Company::new(&server);
        let known = family(&company);
        enriched(&company, &known, 3_000);
        let plan = plan(&company, "10");
        let statuses = at_once(12, |n| {
            let mut client = company.client();
            if n % 2 == 1 {
                client.address = other.address;
            }
            let body = json!({
                "customer_id": known.child, "product_pricing_ids": [plan],
                "parent_billed": n % 3 != 0,
            });
            client.post("/subscriptions", &body).status
        });
        let made = statuses.iter().filter(|status| **status == 200).count();
        assert!(made > 6, "{statuses:?}");
        let query = json!({ "customer_id": known.child });
        assert_eq!(paid_by_credits(&company, &query), 3_000);
    }

    fn moves_to_and_fro(kind: Kind) {
        let server = Server::alone(kind);
        let other = server.beside();
        let company = Company::new(&server);
        let known = family(&company);
        let all: Vec<Value> = (0..4)
            .map(|n| json!({ "parent_billed": n % 2 == 0 }))
            .map(|fields| subscribed(&company, &known.child, "5", &fields))
            .collect();
        let statuses = at_once(24, |n| {
            let mut client = company.client();
            if n % 2 == 1 {
                client.address = other.address;
            }
            let path = format!("/subscriptions/{}", text(&all[n % 4], "id"));
            client.patch(&path, &json!({ "parent_billed": n % 3 == 0 })).status
        });
        assert!(statuses.iter().all(|status| [200, 409].contains(status)), "{statuses:?}");
        let worth = company.get("/customers/child").expect(200);
        assert_eq!(worth["mrr"]["value_in_cents"], 2_000);
    }

    fn parents_that_change_at_once(kind: Kind) {
        let server = Server::alone(kind);
        let other = server.beside();
        let company = Company::new(&server);
        let known = family(&company);
        let second = company.named("second");
        subscribed(&company, &known.child, "5", &json!({ "parent_billed": true }));
        let statuses = at_once(16, |n| {
            let mut client = company.client();
            if n % 2 == 1 {
                client.address = other.address;
            }
            let parent = if n % 4 < 2 { &second } else { &known.parent };
            client.patch("/customers/child", &json!({ "parent_customer_id": parent })).status
        });
        assert!(statuses.iter().all(|status| [200, 409].contains(status)), "{statuses:?}");
        let child = company.get("/customers/child").expect(200);
        let coming = company.post("/invoices/next", &json!({ "customer_id": known.child }));
        assert_eq!(coming.expect(200)["billed_customer_id"], child["parent_customer_id"]);
    }
}
