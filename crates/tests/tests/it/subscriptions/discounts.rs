//! Discounts: what they may be for, what else is said of them, and where they came from.

use serde_json::{Value, json};

use super::{least, sent, told};
use crate::catalog::{over, pricing};
use crate::harness::client::text;
use crate::harness::{Client, Company};

fn dollars(cents: i64) -> Value {
    json!({ "currency": "USD", "value_in_cents": cents })
}

/// The ids of a component, a pricing and a product: the scopes of a discount.
fn scopes(pricing: &Value) -> [Value; 3] {
    let component = &pricing["product_metric_pricings"][0];
    [component["item_pricing_id"].clone(), pricing["id"].clone(), pricing["product_id"].clone()]
}

fn bought(client: &Client) -> (Value, [Value; 3]) {
    let pricing = pricing(client, &json!({}));
    let body = json!({ "customer_id": client.named("a"), "product_pricing_ids": [pricing["id"]] });
    (body, scopes(&pricing))
}

fn total(client: &Client, subscription: &Value) -> Value {
    let query = json!({ "subscription_id": subscription["id"] });
    let body = json!({ "pagination": { "limit": 20 }, "query": query });
    client.post("/invoices/find", &body).expect(200)["results"][0]["total"].clone()
}

both! {
    fn a_component_a_pricing_a_product(company: Company) {
        let (body, [item, pricing, product]) = bought(&company);
        let other = pricing_id(&company);
        let both = json!({ "product_pricing_ids": [body["product_pricing_ids"][0], other] });
        let body = over(&body, &both);
        let scopes = [
            json!({ "item_pricing_id": item }),
            json!({ "product_pricing_id": pricing }),
            json!({ "product_id": product }),
            json!({ "item_pricing_id": item, "product_pricing_id": pricing }),
            json!({ "item_pricing_id": item, "product_id": product }),
            json!({ "item_pricing_id": item, "product_pricing_id": pricing,
                "product_id": product }),
        ];
        for scope in scopes {
            let discount = over(&json!({ "name": "Half", "percent": 0.5 }), &scope);
            let made = sent(&company, &body, &json!({ "discounts": [discount] })).expect(200);
            assert_eq!(total(&company, &made), dollars(1500), "{scope}");
            assert_eq!(made["mrr"], dollars(1500), "{scope}");
            let shown = &made["discounts"][0];
            for name in ["item_pricing_id", "product_pricing_id", "product_id"] {
                assert_eq!(shown[name], scope[name], "{scope}");
            }
        }
    }

    fn narrow_before_wide(company: Company) {
        let (body, [item, pricing, product]) = bought(&company);
        let off = |name: &str, scope: Value| {
            over(&json!({ "name": name, "percent": 0.5 }), &scope)
        };
        let discounts = [
            off("all", json!({})),
            off("product", json!({ "product_id": product })),
            off("pricing", json!({ "product_pricing_id": pricing })),
            off("item", json!({ "item_pricing_id": item })),
        ];
        let made = sent(&company, &body, &json!({ "discounts": discounts })).expect(200);
        let body = json!({ "query": { "subscription_id": made["id"] } });
        let body = over(&json!({ "pagination": { "limit": 20 } }), &body);
        let found = company.post("/invoices/find", &body).expect(200);
        let details = found["results"][0]["discount_details"].as_array().unwrap().clone();
        let order: Vec<(String, i64)> = details
            .iter()
            .map(|one| (text(one, "name"), one["amount"]["value_in_cents"].as_i64().unwrap()))
            .collect();
        let wanted = [("item", 500), ("pricing", 250), ("product", 125), ("all", 63)];
        assert_eq!(order, wanted.map(|(name, cents)| (name.to_owned(), cents)));
    }

    fn nothing_that_is_not_there(company: Company) {
        let (body, [item, pricing, product]) = bought(&company);
        let elsewhere = scopes(&crate::catalog::pricing(&company, &json!({})));
        let both = json!({ "product_pricing_ids": [pricing, elsewhere[1]] });
        let both = over(&body, &both);
        let other = Company::new(&company.server);
        let theirs = scopes(&crate::catalog::pricing(&other, &json!({})));
        let cases = [
            (&body, json!({ "item_pricing_id": "nobody" }), "item_pricing_id unknown"),
            (&body, json!({ "item_pricing_id": elsewhere[0] }), "item_pricing_id unknown"),
            (&body, json!({ "item_pricing_id": theirs[0] }), "item_pricing_id unknown"),
            (&body, json!({ "product_pricing_id": theirs[1] }), "product_pricing_id unknown"),
            (&body, json!({ "product_id": elsewhere[2] }), "product_id unknown"),
            (&body, json!({ "product_id": theirs[2] }), "product_id unknown"),
            (&body, json!({ "product_id": "" }), "product_id unknown"),
            (&both, json!({ "item_pricing_id": item, "product_pricing_id": elsewhere[1] }),
                "product_pricing_id mismatch"),
            (&both, json!({ "item_pricing_id": item, "product_id": elsewhere[2] }),
                "product_id mismatch"),
            (&both, json!({ "product_pricing_id": elsewhere[1], "product_id": product }),
                "product_id mismatch"),
            (&body, json!({ "onetime_billable_id": "otb_nobody" }), "onetime_billable_id unknown"),
            (&body, json!({ "customer_id": company.named("b") }), "customer_id mismatch"),
            (&body, json!({ "subscription_id": "subs_nobody" }), "subscription_id mismatch"),
            (&body, json!({ "state": "PENDING" }), "state mismatch"),
            (&body, json!({ "state": "REVOKED" }), "state mismatch"),
            (&body, json!({ "proposal_id": "p" }), "proposal_id unknown_field"),
            (&body, json!({ "import_ref": "x".repeat(256) }), "import_ref max_length"),
            (&body, json!({ "imported_from": "x".repeat(256) }), "imported_from max_length"),
        ];
        for (body, fields, fault) in cases {
            let discount = over(&json!({ "name": "d", "percent": 0.1 }), &fields);
            let answer = sent(&company, body, &json!({ "discounts": [discount] }));
            assert_eq!(told(&answer), [format!("/discounts/0/{fault}")], "{fields}");
            let change = json!({ "custom_change_date": "2126-01-01T00:00:00Z",
                "discounts": [discount] });
            if fields["state"] != "PENDING" {
                let answer = sent(&company, body, &json!({ "scheduled_changes": [change] }));
                let pointer = format!("/scheduled_changes/0/discounts/0/{fault}");
                assert_eq!(told(&answer), [pointer], "{fields}");
            }
        }
    }

    fn what_the_service_sets(company: Company) {
        let (body, _) = bought(&company);
        let discount = json!({ "name": "d", "percent": 0.1, "customer_id": body["customer_id"],
            "state": "ACTIVE" });
        let made = sent(&company, &body, &json!({ "discounts": [discount] })).expect(200);
        let later = json!({ "start_date": "2126-01-01T00:00:00Z",
            "discounts": [over(&discount, &json!({ "state": "PENDING" }))] });
        let pending = sent(&company, &body, &later).expect(200);
        for (subscription, state) in [(&made, "ACTIVE"), (&pending, "PENDING")] {
            let path = format!("/subscriptions/{}/change", text(subscription, "id"));
            let said = json!({ "subscription_id": subscription["id"], "state": state });
            let change = json!({ "discounts": [over(&discount, &said)] });
            let after = company.post(&path, &change).expect(200);
            let shown = &after["discounts"][1];
            assert_eq!(shown["state"], state);
            assert_eq!(shown["subscription_id"], subscription["id"]);
            let other = over(&discount, &json!({ "subscription_id": "x", "state": "EXPIRED" }));
            let answer = company.post(&path, &json!({ "discounts": [other] }));
            assert_eq!(told(&answer),
                ["/discounts/0/state mismatch", "/discounts/0/subscription_id mismatch"]);
        }
    }

    fn one_charge_that_waits(company: Company) {
        let body = over(&least(&company), &json!({ "start_date": "2126-01-01T00:00:00Z" }));
        let help = |cents: i64| {
            let price = json!({ "amount": dollars(cents), "description": "Help" });
            json!({ "aggregate": 1, "custom_price": price })
        };
        let items = json!({ "onetime_items": [help(1000), help(3000)] });
        let made = sent(&company, &body, &items).expect(200);
        let find = json!({ "pagination": { "limit": 20 }, "sort_key": "createdAtAsc" });
        let charges = company.post("/one_times/find", &find).expect(200)["results"].clone();
        let dear = charges.as_array().unwrap().iter();
        let dear = dear.clone().find(|one| one["custom_price"]["amount"] == dollars(3000)).unwrap();
        let path = format!("/subscriptions/{}/change", text(&made, "id"));
        let off = json!({ "name": "Half", "percent": 0.5, "onetime_billable_id": dear["id"] });
        let stranger = over(&off, &json!({ "product_id": "prod_nobody" }));
        assert_eq!(told(&company.post(&path, &json!({ "discounts": [stranger] }))),
            ["/discounts/0/product_id unknown"]);
        let after = company.post(&path, &json!({ "discounts": [off] })).expect(200);
        let shown = &after["discounts"][0];
        assert_eq!((&shown["onetime_billable_id"], &shown["state"]),
            (&dear["id"], &json!("PENDING")));
        assert_eq!(shown["onetime_billable"], *dear);
        let foreseen = company.post("/invoices/next", &json!({ "subscription_id": made["id"] }));
        assert_eq!(foreseen.expect(200)["total"], dollars(3500));
        company.delete(&format!("/one_times/{}", text(dear, "id"))).expect(200);
        let after = company.get(&format!("/subscriptions/{}", text(&made, "id"))).expect(200);
        assert_eq!(after["discounts"][0]["state"], "REVOKED");
        assert_eq!(told(&company.post(&path, &json!({ "discounts": [off] }))),
            ["/discounts/0/onetime_billable_id unknown"]);
    }
}

both! {
    fn an_import_makes_nothing_twice(company: Company) {
        let body = least(&company);
        let import = |reference: &str| json!({ "name": "Old", "percent": 0.1,
            "imported_from": "OLD", "import_ref": reference,
            "import_created_at_ref": "2020-01-01T00:00:00Z" });
        let made = sent(&company, &body, &json!({ "discounts": [import("1")] })).expect(200);
        let shown = &made["discounts"][0];
        for name in ["imported_from", "import_ref", "import_created_at_ref"] {
            assert_eq!(shown[name], import("1")[name]);
        }
        let facts = company.facts();
        let again = [
            json!({ "discounts": [import("1")] }),
            json!({ "discounts": [import("2"), import("2")] }),
            json!({ "scheduled_changes": [{ "custom_change_date": "2126-01-01T00:00:00Z",
                "discounts": [import("1")] }] }),
        ];
        for body in again.map(|fields| over(&body, &fields)) {
            company.post("/subscriptions", &body).problem(409, "already_imported");
        }
        let once = json!({ "customer_id": body["customer_id"], "discounts": [import("1")],
            "onetime_items": [{ "aggregate": 1, "custom_price": { "amount": dollars(100) } }] });
        company.post("/one_times", &once).problem(409, "already_imported");
        assert_eq!(company.facts(), facts, "nothing was made");
        let open = json!({ "discounts": [
            { "name": "a", "percent": 0.1, "import_ref": "1" },
            { "name": "b", "percent": 0.1, "import_ref": "1" },
            { "name": "c", "percent": 0.1, "imported_from": "OLD" },
        ] });
        sent(&company, &body, &open).expect(200);
        let once = over(&once, &json!({ "discounts": [import("3")] }));
        company.post("/one_times", &once).expect(200);
        company.post("/one_times", &once).problem(409, "already_imported");
        let other = Company::new(&company.server);
        sent(&other, &least(&other), &json!({ "discounts": [import("1")] })).expect(200);
    }

    fn what_was_dropped_may_be_asked_for_again(company: Company) {
        let made = company.post("/subscriptions", &least(&company)).expect(200);
        let path = |verb: &str| format!("/subscriptions/{}/{verb}", text(&made, "id"));
        let change = json!({ "timing": "RENEWAL", "discounts": [{ "name": "Old", "percent": 0.1,
            "imported_from": "OLD", "import_ref": "1" }] });
        company.post(&path("change"), &change).expect(200);
        company.post(&path("change"), &change).expect(200);
        company.post(&path("undo_change"), &json!({})).expect(200);
        let now = over(&change, &json!({ "timing": "IMMEDIATE" }));
        let after = company.post(&path("change"), &now).expect(200);
        assert_eq!(after["discounts"].as_array().unwrap().len(), 1);
        company.post(&path("change"), &now).problem(409, "already_imported");
    }
}

fn pricing_id(client: &Client) -> Value {
    pricing(client, &json!({}))["id"].clone()
}
