//! Customers that collect: what is answered, found and refused.

use std::sync::Arc;

use serde_json::json;

use super::{family, found, subscribed};
use crate::harness::client::text;
use crate::harness::database::behind;
use crate::harness::{Client, Company, Kind, Server, at_once};
use crate::lives::{begun, go};

fn collecting(client: &Client, id: &str, config: &serde_json::Value) {
    let body = json!({ "child_rollup_billing": true, "child_rollup_billing_config": config });
    client.patch(&format!("/customers/{id}"), &body).expect(200);
}

both! {
    fn one_invoice_is_found_by_everybody(server: Arc<Server>) {
        let company = begun(&server);
        let known = family(&company);
        let fields = json!([{ "name": "Cost centre", "value": "7" }]);
        let config = json!({
            "frequency": "MONTH", "invoice_due_date_from_creation": 5, "auto_charges": true,
            "invoice_additional_display_fields": fields,
        });
        collecting(&company, &known.parent, &config);
        let parent = company.get(&format!("/customers/{}", known.parent)).expect(200);
        let start = &parent["child_rollup_billing_config"]["start_date"];
        assert_eq!(*start, company.get("/clock").expect(200)["now"], "it starts now");
        go(&company, "2026-01-10");
        let made = subscribed(&company, &known.child, "31", &json!({}));
        assert_eq!(found(&company, &json!({ "customer_id": known.child })).len(), 0);
        let next = company.post("/invoices/next", &json!({ "customer_id": known.parent }));
        let next = next.expect(200);
        assert_eq!(next["reason"], "ROLLUP");
        assert_eq!(next["total"]["value_in_cents"], 3100);
        let own = company.post("/invoices/next", &json!({ "customer_id": known.child }));
        assert_eq!(own.expect(200)["line_items"], next["line_items"]);
        go(&company, "2026-02-02");
        let queries = [
            json!({ "customer_id": known.child }),
            json!({ "customer_id": known.parent }),
            json!({ "billed_customer_id": known.parent }),
            json!({ "subscription_id": made["id"] }),
        ];
        for query in queries {
            let all = found(&company, &query);
            assert_eq!(all.len(), 1, "{query}");
            assert_eq!(all[0]["customer_id"], known.parent);
            assert_eq!(all[0]["billed_customer"]["id"], known.parent);
            assert!(all[0]["subscription_id"].is_null());
            assert_eq!(all[0]["reason"], "ROLLUP");
            assert_eq!(all[0]["auto_charges"], true);
            assert_eq!(all[0]["invoice_additional_display_fields"], fields);
            assert_eq!(all[0]["line_items"][0]["customer_id"], known.child);
            assert_eq!(all[0]["line_items"][0]["subscription_id"], made["id"]);
        }
        let all = found(&company, &json!({ "customer_id": known.child }));
        let explained = company.get(&format!("/invoices/{}/explain", text(&all[0], "uuid")));
        let explained = explained.expect(200);
        assert_eq!(explained["lines"][0]["steps"][0]["text"], "For child.");
    }

    fn what_cannot_be_is_refused(server: Arc<Server>) {
        let company = begun(&server);
        let known = family(&company);
        let path = format!("/customers/{}", known.parent);
        let sent = |config| {
            company.patch(&path, &json!({
                "child_rollup_billing": true, "child_rollup_billing_config": config
            }))
        };
        sent(json!({ "frequency": "ONETIME" })).problem(422, "invalid_request");
        let (start, end) = ("2026-03-01T00:00:00Z", "2026-02-01T00:00:00Z");
        let dates = json!({ "start_date": start, "end_date": end });
        sent(dates).problem(422, "invalid_request");
        collecting(&company, &known.parent, &json!({}));
        let ring = json!({ "parent_customer_id": known.child });
        company.patch(&path, &ring).problem(422, "invalid_request");
        // A rollup under a rollup leaves everything to the higher one.
        collecting(&company, &known.child, &json!({}));
        go(&company, "2026-01-05");
        let made = subscribed(&company, &known.child, "31", &json!({}));
        let next = company.post("/invoices/next", &json!({ "subscription_id": made["id"] }));
        assert_eq!(next.expect(200)["billed_customer_id"], known.parent);
        let archived = json!({ "status": "ARCHIVED" });
        company.patch(&path, &archived).problem(409, "pays_for_others");
        let cancel = json!({ "timing": "IMMEDIATE" });
        let tail = format!("/subscriptions/{}/cancel", text(&made, "id"));
        go(&company, "2026-01-06");
        company.post(&tail, &cancel).expect(200);
        let child = format!("/customers/{}", known.child);
        company.patch(&child, &archived).problem(409, "has_waiting_lines");
        company.patch(&path, &archived).problem(409, "has_waiting_lines");
        go(&company, "2026-02-03");
        company.patch(&child, &archived).expect(200);
    }

    fn turned_and_subscribed_at_once(kind: Kind) {
        let server = Server::alone(kind);
        let other = server.beside();
        let company = Company::new(&server);
        let known = family(&company);
        let statuses = at_once(16, |n| {
            let mut client = company.client();
            if n % 2 == 1 {
                client.address = other.address;
            }
            match n % 4 {
                0 => {
                    let body = json!({ "child_rollup_billing": n % 8 == 0 });
                    client.patch(&format!("/customers/{}", known.parent), &body).status
                }
                _ => {
                    let plan = crate::lives::plan(&client, "5");
                    let body = json!({
                        "customer_id": known.child, "product_pricing_ids": [plan]
                    });
                    client.post("/subscriptions", &body).status
                }
            }
        });
        assert!(statuses.iter().all(|status| [200, 409, 503].contains(status)), "{statuses:?}");
        let parent = company.get(&format!("/customers/{}", known.parent)).expect(200);
        let payer = match parent["child_rollup_billing"] == true {
            true => &known.parent,
            false => &known.child,
        };
        let query = json!({ "customer_id": known.child });
        let all = json!({ "query": query, "pagination": { "limit": 100 } });
        let all = company.post("/subscriptions/find", &all).expect(200);
        for made in all["results"].as_array().unwrap() {
            let next = company.post("/invoices/next", &json!({ "subscription_id": made["id"] }));
            assert_eq!(next.expect(200)["billed_customer_id"], **payer);
        }
    }

    fn one_that_an_earlier_version_noted_begins(server: Arc<Server>) {
        let company = begun(&server);
        let known = family(&company);
        subscribed(&company, &known.child, "31.00", &json!({}));
        let doc = r#"replace(doc, '"child_rollup_billing":false', '"child_rollup_billing":true')"#;
        let parent = &known.parent;
        let noted = format!("UPDATE customer SET doc = {doc} WHERE id = '{parent}'");
        let row = format!(
            "INSERT INTO billed_customer (company_id, customer_id, since, version, real_time,
                rollup_turn_at, due_at)
            VALUES ('{}', '{parent}', 0, 0, 0, 0, 0)
            ON CONFLICT (company_id, customer_id) DO UPDATE SET rollup_turn_at = 0, due_at = 0",
            company.company
        );
        behind(&company.server.url, &format!("BEGIN; {noted}; {row}; COMMIT"));
        go(&company, "2026-03-20");
        let made = found(&company, &json!({ "customer_id": parent }));
        assert!(!made.is_empty() && made.iter().all(|made| made["reason"] == "ROLLUP"), "{made:?}");
    }
}
