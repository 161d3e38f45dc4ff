//! Who pays changes: the facts of it, what is answered then, and what cannot be done any more.

use std::sync::Arc;

use serde_json::json;

use super::{family, found, subscribed};
use crate::harness::Server;
use crate::harness::client::text;
use crate::lives::{begun, go, plan};

both! {
    fn a_move_is_a_fact(server: Arc<Server>) {
        let company = begun(&server);
        let known = family(&company);
        let made = subscribed(&company, &known.child, "10", &json!({}));
        let path = format!("/subscriptions/{}", text(&made, "id"));
        let after = company.patch(&path, &json!({ "parent_billed": true })).expect(200);
        assert_eq!(after["parent_billed"], true);
        assert_eq!(after["customer_id"], known.child);
        let facts = company.facts();
        let moved = facts.iter().find(|fact| fact["event_type"] == "subscription.payer_changed");
        let values = &moved.unwrap()["data"]["values"];
        assert_eq!(values["billed_customer_id"], known.parent);
        // The same again changes nothing.
        company.patch(&path, &json!({ "parent_billed": true })).expect(200);
        assert_eq!(company.facts().len(), facts.len());
        go(&company, "2026-02-01");
        let own = found(&company, &json!({ "billed_customer_id": known.child }));
        let paid = found(&company, &json!({ "billed_customer_id": known.parent }));
        assert_eq!((own.len(), paid.len()), (1, 1));
    }

    fn an_invoice_of_the_old_payer_stays_there(server: Arc<Server>) {
        let company = begun(&server);
        let known = family(&company);
        let made = subscribed(&company, &known.child, "31", &json!({}));
        let path = format!("/subscriptions/{}", text(&made, "id"));
        company.patch(&path, &json!({ "parent_billed": true })).expect(200);
        go(&company, "2026-01-11");
        let body = json!({ "timing": "IMMEDIATE", "refund_type": "PRORATED" });
        company.post(&format!("{path}/cancel"), &body).expect(200);
        let own = found(&company, &json!({ "billed_customer_id": known.child }));
        assert_eq!(own.len(), 1);
        assert_eq!(own[0]["due"]["value_in_cents"], 3100, "the child still owes what it owed");
        let paid = found(&company, &json!({ "billed_customer_id": known.parent }));
        assert_eq!(paid.len(), 1, "what comes back is the parent's");
        let credits = paid[0]["credit_details"].as_array().unwrap();
        assert_eq!(credits[0]["amount"]["value_in_cents"], -2100);
        let uuid = text(&own[0], "uuid");
        let refused = company.post(&format!("/invoices/{uuid}/void"), &json!({}));
        refused.problem(409, "credited_later");
        company.post(&format!("/invoices/{uuid}/mark_paid"), &json!({})).expect(200);
    }

    fn an_old_invoice_is_not_billed_again(server: Arc<Server>) {
        let company = begun(&server);
        let known = family(&company);
        let made = subscribed(&company, &known.child, "31", &json!({}));
        let path = format!("/subscriptions/{}", text(&made, "id"));
        company.patch(&path, &json!({ "parent_billed": true })).expect(200);
        let own = found(&company, &json!({ "billed_customer_id": known.child }));
        let invoice = format!("/invoices/{}", text(&own[0], "uuid"));
        company.post(&format!("{invoice}/void"), &json!({})).expect(200);
        let refused = company.post(&format!("{invoice}/reissue"), &json!({}));
        refused.problem(409, "payer_changed");
    }

    fn a_new_parent_pays(server: Arc<Server>) {
        let company = begun(&server);
        let known = family(&company);
        let other = company.named("other");
        subscribed(&company, &known.child, "10", &json!({ "parent_billed": true }));
        company.patch("/customers/child", &json!({ "parent_customer_id": other })).expect(200);
        go(&company, "2026-02-01");
        let paid = |who: &str| found(&company, &json!({ "billed_customer_id": who })).len();
        assert_eq!((paid(&known.parent), paid(&other)), (1, 1));
    }

    fn an_order_for_the_next_invoice_is_not_lost(server: Arc<Server>) {
        let company = begun(&server);
        let known = family(&company);
        let order = json!({
            "customer_id": known.child, "type": "NEXT", "onetime_items": [{
                "aggregate": 1,
                "custom_price": {
                    "amount": { "currency": "USD", "value_in_cents": 500 }, "description": "x",
                },
            }],
        });
        company.post("/one_times", &order).expect(200);
        let body = json!({
            "customer_id": known.child, "product_pricing_ids": [plan(&company, "10")],
            "parent_billed": true, "start_date": "2026-01-10T00:00:00Z",
        });
        company.post("/subscriptions", &body).expect(200);
        go(&company, "2026-01-10");
        let paid = found(&company, &json!({ "billed_customer_id": known.parent }));
        assert_eq!(paid.len(), 1);
        assert_eq!(paid[0]["total"]["value_in_cents"], 1500);
    }
}
