//! A parent that pays: its invoices, who finds them, and who may be archived or move.

use std::sync::Arc;

use serde_json::json;

use super::{family, found, subscribed};
use crate::harness::client::text;
use crate::harness::{Company, Server};
use crate::lives::{begun, go, plan};
use crate::subscriptions::{sent, told};

both! {
    fn both_customers_find_the_invoice(server: Arc<Server>) {
        let company = begun(&server);
        let known = family(&company);
        let made = subscribed(&company, &known.child, "10", &json!({ "parent_billed": true }));
        assert_eq!(made["parent_billed"], true);
        assert_eq!(made["customer_id"], known.child);
        for query in [
            json!({ "customer_id": known.child }),
            json!({ "billed_customer_id": known.parent }),
            json!({ "subscription_id": made["id"] }),
        ] {
            let all = found(&company, &query);
            assert_eq!(all.len(), 1, "{query}");
            let invoice = &all[0];
            assert_eq!(invoice["customer_id"], known.child);
            assert_eq!(invoice["billed_customer_id"], known.parent);
            assert_eq!(invoice["customer"]["identifier"], "child");
            assert_eq!(invoice["billed_customer"]["identifier"], "parent");
        }
        assert!(found(&company, &json!({ "customer_id": known.parent })).is_empty());
        let child = company.get("/customers/child").expect(200);
        assert_eq!(child["mrr"]["value_in_cents"], 1000, "what is used is worth");
        let parent = company.get("/customers/parent").expect(200);
        assert_eq!(parent["mrr"]["value_in_cents"], 0);
        let query = json!({ "query": { "parent_billed": true } });
        let found = company.post("/subscriptions/find", &query);
        assert_eq!(found.expect(200)["results"].as_array().unwrap().len(), 1);
    }

    fn worth_is_added_up_whoever_pays(server: Arc<Server>) {
        let company = begun(&server);
        let known = family(&company);
        let paid = subscribed(&company, &known.child, "10", &json!({ "parent_billed": true }));
        subscribed(&company, &known.child, "5", &json!({}));
        subscribed(&company, &known.parent, "7", &json!({}));
        let worth = |who: &str| {
            let record = company.get(&format!("/customers/{who}")).expect(200);
            record["mrr"]["value_in_cents"].as_i64().unwrap()
        };
        assert_eq!((worth("child"), worth("parent")), (1500, 700));
        let path = format!("/subscriptions/{}", text(&paid, "id"));
        company.patch(&path, &json!({ "parent_billed": false })).expect(200);
        assert_eq!((worth("child"), worth("parent")), (1500, 700));
        company.post(&format!("{path}/cancel"), &json!({ "timing": "IMMEDIATE" })).expect(200);
        assert_eq!((worth("child"), worth("parent")), (500, 700));
    }

    fn the_coming_invoice_of_both(server: Arc<Server>) {
        let company = begun(&server);
        let known = family(&company);
        let made = subscribed(&company, &known.child, "10", &json!({ "parent_billed": true }));
        for body in [
            json!({ "customer_id": known.child }),
            json!({ "customer_id": known.parent }),
            json!({ "subscription_id": made["id"] }),
        ] {
            let coming = company.post("/invoices/next", &body).expect(200);
            assert_eq!(coming["billed_customer_id"], known.parent, "{body}");
            assert_eq!(coming["customer_id"], known.child);
            assert_eq!(coming["total"]["value_in_cents"], 1000);
        }
        go(&company, "2026-02-01");
        assert_eq!(found(&company, &json!({ "billed_customer_id": known.parent })).len(), 2);
    }

    fn a_customer_without_a_parent(company: Company) {
        let body = json!({
            "customer_id": company.named("alone"), "product_pricing_ids": [plan(&company, "1")],
            "parent_billed": true, "sales_user_id": "nobody",
        });
        let answer = company.post("/subscriptions", &body);
        assert_eq!(told(&answer), ["/parent_billed no_parent", "/sales_user_id unknown"]);
        let made = sent(&company, &body, &json!({ "parent_billed": false, "sales_user_id": null }));
        let path = format!("/subscriptions/{}", text(&made.expect(200), "id"));
        let answer = company.patch(&path, &json!({ "parent_billed": true, "identifier": "" }));
        assert!(answer.faults().contains(&"/identifier".to_owned()));
        let answer = company.patch(&path, &json!({ "parent_billed": true }));
        assert_eq!(told(&answer), ["/parent_billed no_parent"]);
    }

    fn who_pays_is_not_archived(server: Arc<Server>) {
        let company = begun(&server);
        let known = family(&company);
        let made = subscribed(&company, &known.child, "10", &json!({ "parent_billed": true }));
        let archived = json!({ "status": "ARCHIVED" });
        company.patch("/customers/parent", &archived).problem(409, "pays_for_others");
        let leave = json!({ "parent_customer_id": null });
        let refused = company.patch("/customers/child", &leave);
        refused.problem(409, "has_parent_billed_subscriptions");
        let path = format!("/subscriptions/{}", text(&made, "id"));
        company.post(&format!("{path}/cancel"), &json!({ "timing": "IMMEDIATE" })).expect(200);
        company.patch("/customers/parent", &archived).expect(200);
        let answer = company.post("/subscriptions", &json!({
            "customer_id": known.child, "parent_billed": true,
            "product_pricing_ids": [plan(&company, "1")],
        }));
        assert_eq!(told(&answer), ["/parent_billed parent_archived"]);
        company.patch("/customers/child", &leave).expect(200);
    }

    fn an_archived_parent_takes_nothing_over(server: Arc<Server>) {
        let company = begun(&server);
        let known = family(&company);
        subscribed(&company, &known.child, "10", &json!({ "parent_billed": true }));
        let gone = company.named("gone");
        company.patch("/customers/gone", &json!({ "status": "ARCHIVED" })).expect(200);
        let answer = company.patch("/customers/child", &json!({ "parent_customer_id": gone }));
        assert_eq!(told(&answer), ["/parent_customer_id archived"]);
        let child = company.get("/customers/child").expect(200);
        assert_eq!(child["parent_customer_id"], known.parent);
    }

    fn another_companys_parent_is_not_there(company: Company) {
        let stranger = Company::new(&company.server);
        let known = family(&stranger);
        let made = subscribed(&stranger, &known.child, "10", &json!({ "parent_billed": true }));
        let path = format!("/subscriptions/{}", text(&made, "id"));
        company.patch(&path, &json!({ "parent_billed": false })).problem(404, "not_found");
        let query = json!({ "billed_customer_id": known.parent });
        assert!(found(&company, &query).is_empty());
        let body = json!({ "customer_id": known.parent });
        assert_eq!(company.post("/invoices/next", &body).faults(), ["/customer_id"]);
    }
}
