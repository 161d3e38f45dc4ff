//! `/bundles`

use engine::Actor;
use engine::catalog::bundles;
use engine::find::FindRequest;
use records::TokenId;
use serde_json::{Value, json};

use super::{ids_found, made, over, path, pricing};
use crate::harness::client::text;
use crate::harness::database::behind;
use crate::harness::{Client, Company, at_once};

fn euro(client: &Client) -> String {
    text(&pricing(client, &json!({ "currency": "EUR" })), "id")
}

fn dollar(client: &Client) -> String {
    text(&pricing(client, &json!({})), "id")
}

/// How many statements a page of so many bundles takes.
fn statements(company: &Company, limit: usize) -> u64 {
    let actor = Actor { token_id: TokenId::default(), ..Actor::default() };
    let body = json!({ "pagination": { "limit": limit } });
    let look = company.server.engine.look(&company.company, actor, move |session| {
        let request = FindRequest::parse(&bundles::FIND, &body)?;
        bundles::find(session, &request)?;
        Ok(session.statements())
    });
    look.wait().unwrap_or_else(|_| panic!("the bundles are found"))
}

both! {
    fn what_is_sent_is_kept(company: Company) {
        let (one, two) = (dollar(&company), dollar(&company));
        let body = json!({
            "name": "Team", "description": "d", "currency": "usd", "metadata": { "a": 1 },
            "term": { "count": 1, "frequency": "YEAR" }, "state": "ACTIVE",
            "product_pricing_ids": [two, one]
        });
        let record = made(&company, "/bundles", &body);
        for name in ["name", "description", "metadata", "term", "state"] {
            assert_eq!(record[name], body[name], "{name}");
        }
        assert_eq!(record["currency"], "USD");
        assert_eq!(record["is_auto_generated"], false);
        assert_eq!(record["num_subs"], 0);
        assert!(text(&record, "id").starts_with("bundle_"));
        let parts = record["bundle_product_pricings"].as_array().unwrap();
        let ids: Vec<_> = parts.iter().map(|part| text(part, "product_pricing_id")).collect();
        assert_eq!(ids, [two, one]);
        assert_eq!(company.get(&path("/bundles", &record)).expect(200), record);
    }

    fn what_is_wrong_is_named(company: Company) {
        let (dollar, euro) = (dollar(&company), euro(&company));
        let good = json!({ "name": "n", "product_pricing_ids": [dollar] });
        let nobody = format!("price_{}", "0".repeat(27));
        let list = "/product_pricing_ids";
        let cases = [
            (json!({ "name": null }), "/name"),
            (json!({ "product_pricing_ids": null }), list),
            (json!({ "product_pricing_ids": [] }), list),
            (json!({ "product_pricing_ids": [dollar, dollar] }), "/product_pricing_ids/1"),
            (json!({ "product_pricing_ids": [dollar, euro] }), "/product_pricing_ids/1"),
            (json!({ "product_pricing_ids": [dollar, nobody] }), "/product_pricing_ids/1"),
            (json!({ "term": { "count": 0, "frequency": "YEAR" } }), "/term/count"),
            (json!({ "term": { "count": 1, "frequency": "ONETIME" } }), "/term/frequency"),
            (json!({ "is_auto_generated": true }), "/is_auto_generated"),
            (json!({ "num_subs": 1 }), "/num_subs"),
            (json!({ "bundle_product_pricings": [] }), "/bundle_product_pricings"),
            (json!({ "state": "GONE" }), "/state"),
        ];
        let before = company.facts();
        for (fields, pointer) in cases {
            let answer = company.post("/bundles", &over(&good, &fields));
            assert_eq!(answer.faults(), [pointer], "{fields}");
        }
        for currency in ["EUR", "XYZ"] {
            let body = over(&good, &json!({ "currency": currency }));
            company.post("/bundles", &body).expect(422);
        }
        assert_eq!(company.facts(), before);
    }

    fn the_currency_is_that_of_its_pricings(company: Company) {
        let euro = euro(&company);
        let body = json!({ "name": "n", "product_pricing_ids": [euro] });
        let record = made(&company, "/bundles", &body);
        assert_eq!(record["currency"], "EUR");
        let tail = path("/bundles", &record);
        for wrong in ["USD", "XYZ"] {
            let answer = company.patch(&tail, &json!({ "currency": wrong }));
            assert_eq!(answer.status, 422, "{}", answer.text());
        }
        let swap = json!({ "product_pricing_ids": [dollar(&company)] });
        company.patch(&tail, &swap).expect(422);
        assert_eq!(company.get(&tail).expect(200), record);
        let both = over(&swap, &json!({ "currency": "USD" }));
        assert_eq!(company.patch(&tail, &both).expect(200)["currency"], "USD");
    }

    fn an_update_keeps_changes_and_clears(company: Company) {
        let (one, two) = (dollar(&company), dollar(&company));
        let body = json!({
            "name": "Team", "description": "d", "metadata": { "a": 1 },
            "term": { "count": 1, "frequency": "YEAR" }, "product_pricing_ids": [one]
        });
        let before = made(&company, "/bundles", &body);
        let tail = path("/bundles", &before);
        assert_eq!(company.patch(&tail, &json!({})).expect(200), before);
        let change = json!({ "name": "New", "metadata": { "b": 2 } });
        let after = company.patch(&tail, &change).expect(200);
        assert_eq!(after["name"], "New");
        assert_eq!(after["metadata"], json!({ "b": 2 }));
        for name in ["description", "term", "bundle_product_pricings", "currency", "created_at"] {
            assert_eq!(after[name], before[name], "{name}");
        }
        let clear = json!({ "description": null, "term": null });
        let after = company.patch(&tail, &clear).expect(200);
        assert_eq!(after["description"], Value::Null);
        assert_eq!(after["term"], Value::Null);
        for name in ["name", "state", "product_pricing_ids"] {
            assert_eq!(company.patch(&tail, &json!({ name: null })).faults(), [format!("/{name}")]);
        }
        let more = json!({ "product_pricing_ids": [two, one] });
        let after = company.patch(&tail, &more).expect(200);
        let parts = after["bundle_product_pricings"].as_array().unwrap();
        assert_eq!(parts.len(), 2);
        assert_eq!(parts[1]["id"], before["bundle_product_pricings"][0]["id"]);
        assert_eq!(company.get(&tail).expect(200), after);
    }

    fn made_by_hand_or_by_the_service(company: Company) {
        let hand = made(&company, "/bundles",
            &json!({ "name": "n", "product_pricing_ids": [dollar(&company)] }));
        let found = |flag: bool| {
            ids_found(&company, "/bundles", &json!({ "is_auto_generated": flag }))
        };
        assert_eq!(found(false), [text(&hand, "id")]);
        assert!(found(true).is_empty());
    }

    fn one_in_use_keeps_its_pricings(company: Company) {
        let (one, two) = (dollar(&company), dollar(&company));
        let body = json!({ "name": "n", "product_pricing_ids": [one] });
        let record = made(&company, "/bundles", &body);
        let tail = path("/bundles", &record);
        let id = text(&record, "id");
        behind(&company.server.url, &format!("UPDATE bundle SET ever_used = 1 WHERE id = '{id}'"));
        let change = json!({ "product_pricing_ids": [two] });
        company.patch(&tail, &change).problem(409, "in_use");
        company.patch(&tail, &json!({ "name": "New", "state": "ARCHIVED" })).expect(200);
    }

    fn twenty_take_as_many_statements_as_one(company: Company) {
        let key = json!({ "key": "sso", "name": "SSO", "type": "BOOL" });
        made(&company, "/entitlements", &key);
        at_once(4, |_| {
            for _ in 0..5 {
                let granted = json!({ "entitlements": [{ "key": "sso", "value": true }] });
                let pricings = (0..5).map(|_| text(&pricing(&company, &granted), "id"));
                let pricings: Vec<_> = pricings.collect();
                let body = json!({ "name": "n", "product_pricing_ids": pricings });
                made(&company, "/bundles", &body);
            }
        });
        let page = company.post("/bundles/find", &json!({})).expect(200);
        let results = page["results"].as_array().unwrap();
        assert_eq!(results.len(), 20);
        for bundle in results {
            assert_eq!(bundle["bundle_product_pricings"].as_array().unwrap().len(), 5);
        }
        let (one, twenty) = (statements(&company, 1), statements(&company, 20));
        assert_eq!(one, twenty);
        assert!(twenty < 20, "{twenty}");
    }
}
