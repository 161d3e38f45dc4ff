//! Ids of another company are answered exactly as unknown ones, and nothing is written.

use serde_json::{Value, json};

use super::{NOUNS, body, item, made, metric, monthly, over, path, pricing, product};
use crate::harness::client::text;
use crate::harness::{Client, Company};

/// An id of the same form that nobody has.
fn unknown(id: &str) -> String {
    let (prefix, _) = id.rsplit_once('_').unwrap();
    format!("{prefix}_{}", "0".repeat(27))
}

/// Sends the body with their id and with an unknown one: one answer, and no trace.
#[track_caller]
fn refused(client: &Client, call: (&str, &str), pointer: &str, sent: &Value, id: &str) {
    let (method, path) = call;
    let facts = client.facts();
    let mut told = Vec::new();
    for value in [id.to_owned(), unknown(id)] {
        let sent = sent.to_string().replace("THEIRS", &value);
        let answer = client.send(client.request(method, path).text(sent));
        assert_eq!(answer.faults(), [pointer], "{method} {path}");
        let errors = &answer.json()["errors"][0];
        told.push((text(errors, "code"), text(errors, "detail").replace(&value, "ID")));
    }
    assert_eq!(told[0], told[1]);
    assert_eq!(client.facts(), facts);
}

both! {
    fn in_every_path(company: Company) {
        let other = Company::new(&company.server);
        let records: Vec<_> =
            NOUNS.iter().map(|noun| made(&other, noun.path, &body(&other, noun, "n"))).collect();
        let (theirs, ours) = (other.facts(), company.facts());
        for (noun, record) in NOUNS.iter().zip(&records) {
            let id = text(record, "id");
            for (id, tail) in [(id.clone(), ""), (id, "/estimate")] {
                if !tail.is_empty() && noun.path != "/pricing" {
                    continue;
                }
                let mut told = Vec::new();
                for id in [id.clone(), unknown(&id)] {
                    let path = format!("{}/{id}{tail}", noun.path);
                    let answer = match tail {
                        "" => company.get(&path),
                        _ => company.post(&path, &json!({})),
                    };
                    let problem = answer.problem(404, "not_found");
                    told.push(text(&problem, "detail").replace(&id, "ID"));
                    if tail.is_empty() {
                        let answer = company.patch(&path, &json!({ "name": "Mine" }));
                        let problem = answer.problem(404, "not_found");
                        told.push(text(&problem, "detail").replace(&id, "ID"));
                    }
                }
                assert_eq!(told[..told.len() / 2], told[told.len() / 2..], "{}", noun.path);
            }
        }
        assert_eq!(other.facts(), theirs);
        assert_eq!(company.facts(), ours);
    }

    fn in_every_body_of_a_pricing(company: Company) {
        let other = Company::new(&company.server);
        let their_item = item(&other, "Calls");
        let their_metric = metric(&other, &their_item);
        let theirs = pricing(&other, &json!({}));
        let (their_pricing, their_product) = (text(&theirs, "id"), text(&theirs, "product_id"));
        let standard = text(&theirs["product_metric_pricings"][0], "item_id");
        let ours = item(&company, "Calls");
        let base = monthly(&product(&company, "p"));
        let amount = json!({ "currency": "USD", "value_in_cents": 1 });
        let units = json!({ "type": "UNITS", "item_id": "THEIRS", "units": 1 });
        let scoped =
            json!({ "type": "AMOUNT", "amount": amount, "scoped_product_ids": ["THEIRS"] });
        let cases = [
            (json!({ "product_id": "THEIRS" }), "/product_id", &their_product),
            (json!({ "item_id": "THEIRS" }), "/item_id", &their_item),
            (json!({ "item_id": "THEIRS" }), "/item_id", &standard),
            (json!({ "item_id": ours, "metric_id": "THEIRS" }), "/metric_id", &their_metric),
            (json!({ "metric_id": "THEIRS" }), "/metric_id", &their_metric),
            (
                json!({ "upsell_product_pricing_id": "THEIRS" }),
                "/upsell_product_pricing_id",
                &their_pricing,
            ),
            (json!({ "credit_price": units }), "/credit_price/item_id", &their_item),
            (
                json!({ "credit_price": scoped }),
                "/credit_price/scoped_product_ids/0",
                &their_product,
            ),
        ];
        let value = made(&company, "/pricing", &base);
        let tail = path("/pricing", &value);
        for (fields, pointer, id) in &cases {
            refused(&company, ("POST", "/pricing"), pointer, &over(&base, fields), id);
            if *pointer != "/product_id" {
                refused(&company, ("PATCH", &tail), pointer, fields, id);
            }
        }
        assert_eq!(company.get(&tail).expect(200), value);
    }

    fn in_bundles_and_metrics(company: Company) {
        let other = Company::new(&company.server);
        let their_item = item(&other, "Calls");
        let theirs = text(&pricing(&other, &json!({})), "id");
        let ours = text(&pricing(&company, &json!({})), "id");
        let rule = json!({ "aggregator": "COUNT" });
        let sent = json!({ "name": "n", "item_id": "THEIRS", "metering_rule": rule });
        refused(&company, ("POST", "/billable_metrics"), "/item_id", &sent, &their_item);
        let sent = json!({ "name": "n", "product_pricing_ids": [ours, "THEIRS"] });
        let pointer = "/product_pricing_ids/1";
        refused(&company, ("POST", "/bundles"), pointer, &sent, &theirs);
        let body = json!({ "name": "n", "product_pricing_ids": [ours] });
        let tail = path("/bundles", &made(&company, "/bundles", &body));
        let sent = json!({ "product_pricing_ids": [ours, "THEIRS"] });
        refused(&company, ("PATCH", &tail), pointer, &sent, &theirs);
    }

    fn in_entitlements(company: Company) {
        let other = Company::new(&company.server);
        let definition = json!({ "key": "sso", "name": "SSO", "type": "BOOL" });
        let theirs = text(&made(&other, "/entitlements", &definition), "id");
        let known = product(&company, "p");
        let before = company.facts();
        for granted in [
            json!({ "entitlement_id": theirs, "value": true }),
            json!({ "id": theirs, "value": true }),
            json!({ "key": "sso", "value": true }),
            json!({ "entitlement_id": unknown(&theirs), "value": true }),
        ] {
            let sent = json!({ "entitlements": [granted] });
            let requests = [
                ("POST", "/products".to_owned(), over(&json!({ "name": "n" }), &sent)),
                ("PATCH", format!("/products/{known}"), sent.clone()),
                ("POST", "/pricing".to_owned(), over(&monthly(&known), &sent)),
            ];
            for (method, path, sent) in requests {
                let faults = company.send(company.request(method, &path).json(&sent)).faults();
                assert_eq!(faults.len(), 1);
                assert!(faults[0].starts_with("/entitlements/0"), "{faults:?}");
            }
        }
        assert_eq!(company.facts(), before);
    }

    fn in_every_filter(company: Company) {
        let other = Company::new(&company.server);
        let theirs = pricing(&other, &json!({ "external_name": "theirs", "name": "Theirs" }));
        for query in [
            json!({ "product_id": theirs["product_id"] }),
            json!({ "external_name": "theirs" }),
            json!({ "name": "Theirs" }),
            json!({ "search": theirs["id"] }),
        ] {
            let found = crate::catalog::ids_found(&company, "/pricing", &query);
            assert!(found.is_empty(), "{query}");
        }
        company.get("/pricing/theirs").problem(404, "not_found");
    }
}
