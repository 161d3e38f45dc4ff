//! What a subscription's state does not allow, and whom a path names.

use serde_json::json;

use super::{at, begun, go, on, plan, verb};
use crate::harness::client::text;
use crate::harness::{Company, Server};
use crate::subscriptions::told;
use std::sync::Arc;

/// Every verb with the least that it takes.
fn verbs() -> Vec<(&'static str, serde_json::Value)> {
    vec![
        ("change", json!({ "auto_charges": true })),
        ("undo_change", json!({})),
        ("cancel", json!({})),
        ("undo_cancel", json!({})),
        ("extend", json!({ "end_date": "2126-01-01T00:00:00Z" })),
        ("pause", json!({})),
        ("resume", json!({})),
        ("generate_next_invoice", json!({})),
    ]
}

/// What each of them answers on one that is over.
const OVER: &[&str] = &[
    "subscription_over",
    "subscription_over",
    "subscription_over",
    "subscription_over",
    "not_in_trial",
    "subscription_over",
    "subscription_over",
    "subscription_not_active",
];

both! {
    fn nobody_is_not_found(company: Company) {
        let other = Company::new(&company.server);
        let theirs = text(&on(&other, &plan(&other, "10"), &json!({})), "id");
        for (verb, body) in verbs() {
            for id in ["nobody", "subs_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa", &theirs] {
                let answer = company.post(&format!("/subscriptions/{id}/{verb}"), &body);
                answer.problem(404, "not_found");
            }
        }
    }

    fn by_an_identifier(company: Company) {
        on(&company, &plan(&company, "10"), &json!({ "identifier": "acme 2026" }));
        let paused = company.post("/subscriptions/acme%202026/pause", &json!({})).expect(200);
        assert!(paused["pause_date"].is_string());
    }

    fn nothing_happens_to_one_that_is_over(server: Arc<Server>) {
        let company = begun(&server);
        let value = on(&company, &plan(&company, "10"), &json!({}));
        verb(&company, &value, "cancel", &json!({ "timing": "IMMEDIATE" })).expect(200);
        for ((name, body), code) in verbs().into_iter().zip(OVER) {
            verb(&company, &value, name, &body).problem(409, code);
        }
        let ended = on(&company, &plan(&company, "10"), &json!({ "end_date": at("2026-01-10") }));
        go(&company, "2026-01-10");
        let facts = company.facts();
        for ((name, body), code) in verbs().into_iter().zip(OVER) {
            verb(&company, &ended, name, &body).problem(409, code);
        }
        assert_eq!(company.facts(), facts);
    }

    fn a_cancel_stands_until_it_is_undone(server: Arc<Server>) {
        let company = begun(&server);
        let value = on(&company, &plan(&company, "10"), &json!({}));
        verb(&company, &value, "cancel", &json!({})).expect(200);
        verb(&company, &value, "cancel", &json!({})).problem(409, "already_cancelled");
        let pricing = plan(&company, "20");
        let later = json!({
            "product_pricing_ids": [pricing], "timing": "CUSTOM_DATE",
            "custom_change_date": at("2026-03-01"),
        });
        let after = verb(&company, &value, "change", &later);
        assert_eq!(told(&after), ["/custom_change_date after_end"]);
    }

    fn no_body_is_needed_where_none_is_taken(server: Arc<Server>) {
        let company = begun(&server);
        let value = on(&company, &plan(&company, "10"), &json!({}));
        let bare = |verb: &str| {
            let tail = format!("/subscriptions/{}/{verb}", text(&value, "id"));
            company.send(company.request("POST", &tail)).expect(200)
        };
        verb(&company, &value, "cancel", &json!({})).expect(200);
        bare("undo_cancel");
        verb(&company, &value, "pause", &json!({})).expect(200);
        bare("resume");
        bare("generate_next_invoice");
    }
}
