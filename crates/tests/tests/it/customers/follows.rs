//! What is billed to a customer is found by what it copies of it, also where it is so much that it
//! follows in several transactions.

use serde_json::{Value, json};

use crate::catalog::{made, monthly, product};
use crate::harness::client::{column, text};
use crate::harness::database::behind;
use crate::harness::{Client, Company};

/// A customer with so many subscriptions.
fn crowded(client: &Client, count: usize) -> (String, Vec<String>) {
    let pricing = text(&made(client, "/pricing", &monthly(&product(client, "Plan"))), "id");
    let customer = client.named("buyer");
    let body = json!({ "customer_id": customer, "product_pricing_ids": [pricing] });
    let one = |_| text(&client.post("/subscriptions", &body).expect(200), "id");
    (customer, (0..count).map(one).collect())
}

fn found(client: &Client, noun: &str, query: &Value) -> Vec<String> {
    let body = json!({ "query": query, "pagination": { "limit": 200 } });
    let page = client.post(&format!("/{noun}/find"), &body).expect(200);
    let mut ids = column(&page, if noun == "invoices" { "uuid" } else { "id" });
    ids.sort();
    ids
}

both! {
    fn a_long_name_is_followed_before_the_answer(company: Company) {
        let (customer, mut subscriptions) = crowded(&company, 23);
        subscriptions.sort();
        let path = format!("/customers/{customer}");
        let user = company.post("/company_users", &json!({ "email": "owner@acme.example" }));
        let user = text(&user.expect(200), "id");
        // As long as a text may be: five subscriptions at a time.
        let long = |word: &str| word.chars().cycle().take(10_000).collect::<String>();
        for word in ["blueberry ", "raspberry "] {
            let body = json!({ "name": long(word), "owner_id": user });
            company.patch(&path, &body).expect(200);
            let by_name = found(&company, "subscriptions", &json!({ "search": word.trim() }));
            assert_eq!(by_name, subscriptions, "{word}");
        }
        let old = found(&company, "subscriptions", &json!({ "search": "blueberry" }));
        assert_eq!(old, Vec::<String>::new());
        let owned = json!({ "owner_ids": { "values": [user] } });
        assert_eq!(found(&company, "subscriptions", &owned), subscriptions);
        assert_eq!(found(&company, "invoices", &owned).len(), 23);
    }

    fn what_a_process_left_is_finished(company: Company) {
        let (customer, mut subscriptions) = crowded(&company, 3);
        subscriptions.sort();
        let path = format!("/customers/{customer}");
        let user = company.post("/company_users", &json!({ "email": "owner@acme.example" }));
        let user = text(&user.expect(200), "id");
        company.patch(&path, &json!({ "owner_id": user })).expect(200);
        let invoices = found(&company, "invoices", &json!({}));
        // As a process leaves it that dies behind the first of each.
        let of = format!("company_id = '{}' AND customer_id = '{customer}'", company.company);
        let left = |table: &str, kind: &str, last: &str| {
            let rows = format!("UPDATE {table} SET owner_id = NULL WHERE {of} AND id > '{last}';");
            let note = format!(
                "INSERT INTO following (company_id, customer_id, kind, after_id)
                VALUES ('{}', '{customer}', '{kind}', '{last}');",
                company.company,
            );
            behind(&company.server.url, &format!("BEGIN; {rows} {note} COMMIT;"));
        };
        left("subscription", "subscription", &subscriptions[0]);
        left("invoice", "invoice", &invoices[0]);
        let owned = json!({ "owner_ids": { "values": [user] } });
        assert_eq!(found(&company, "subscriptions", &owned), subscriptions[..1]);
        company.patch(&path, &json!({ "title": "Ms" })).expect(200);
        assert_eq!(found(&company, "subscriptions", &owned), subscriptions);
        assert_eq!(found(&company, "invoices", &owned), invoices);
        let noted = format!("SELECT kind FROM following WHERE {of}");
        assert_eq!(behind(&company.server.url, &noted), Vec::<String>::new());
    }
}
