//! What a create refuses, with a pointer to every fault, and that it leaves nothing behind.

use serde_json::{Value, json};

use super::{least, sent, told};
use crate::catalog::{item, made, metric, modelled, monthly, over, pricing, product};
use crate::harness::Company;
use crate::harness::client::text;

fn one(fields: &Value) -> Value {
    json!([fields])
}

both! {
    fn nothing_at_all(company: Company) {
        let told = told(&company.post("/subscriptions", &json!({})));
        assert_eq!(told, ["/customer_id required"]);
        let body = json!({ "customer_id": company.named("a") });
        assert_eq!(super::told(&company.post("/subscriptions", &body)),
            ["/product_pricing_ids required"]);
        let nobody = json!({ "customer_id": "", "product_pricing_ids": [] });
        assert_eq!(super::told(&company.post("/subscriptions", &nobody)),
            ["/customer_id required", "/product_pricing_ids required"]);
    }

    fn all_of_a_body_at_once(company: Company) {
        let body = json!({
            "customer_id": "cus_nobody", "product_pricing_ids": ["price_nobody"],
            "sales_user_id": "sales_nobody", "end_date": "2000-01-01T00:00:00Z",
            "identifier": "subs_0TnQ3fMZ8hXk2Vb7LrYd4WsEuGa", "surprise": 1,
            "term": { "count": 1, "frequency": "ONETIME" },
            "invoice_due_date_from_creation": -1,
            "discounts": [{ "name": "d" }],
        });
        let facts = company.facts();
        assert_eq!(told(&company.post("/subscriptions", &body)), [
            "/customer_id unknown",
            "/discounts/0 percent_or_amount",
            "/end_date before_start",
            "/identifier reserved",
            "/invoice_due_date_from_creation minimum",
            "/product_pricing_ids/0 unknown",
            "/sales_user_id unknown",
            "/surprise unknown_field",
            "/term/frequency not_recurring",
        ]);
        assert_eq!(company.facts(), facts, "nothing was made");
    }

    fn who_buys_and_who_sold(company: Company) {
        let body = least(&company);
        let other = Company::new(&company.server);
        let theirs = other.named("theirs");
        let unknown = sent(&company, &body, &json!({ "customer_id": theirs }));
        assert_eq!(told(&unknown), ["/customer_id unknown"]);
        let gone = company.named("gone");
        company.patch(&format!("/customers/{gone}"), &json!({ "status": "ARCHIVED" })).expect(200);
        let archived = sent(&company, &body, &json!({ "customer_id": gone }));
        assert_eq!(told(&archived), ["/customer_id archived"]);
        let seller = company.post("/sales_users", &json!({ "name": "Sam" })).expect(200);
        let seller = text(&seller, "id");
        company.patch(&format!("/sales_users/{seller}"), &json!({ "archived": true })).expect(200);
        let archived = sent(&company, &body, &json!({ "sales_user_id": seller }));
        assert_eq!(told(&archived), ["/sales_user_id archived"]);
    }

    fn which_pricings(company: Company) {
        let body = least(&company);
        let first = text(&json!({ "id": body["product_pricing_ids"][0] }), "id");
        let euro = text(&pricing(&company, &json!({ "currency": "EUR" })), "id");
        let once = json!({ "type": "ONETIME", "billing_frequency": null });
        let once = text(&pricing(&company, &once), "id");
        let gone = pricing(&company, &json!({}));
        let tail = format!("/pricing/{}", text(&gone, "id"));
        company.patch(&tail, &json!({ "state": "ARCHIVED" })).expect(200);
        let unsold = pricing(&company, &json!({}));
        let tail = format!("/products/{}", text(&unsold, "product_id"));
        company.patch(&tail, &json!({ "state": "ARCHIVED" })).expect(200);
        let ids = json!([first, first, euro, once, gone["id"], unsold["id"], "price_nobody"]);
        let answer = sent(&company, &body, &json!({ "product_pricing_ids": ids }));
        assert_eq!(told(&answer), [
            "/product_pricing_ids/1 duplicate",
            "/product_pricing_ids/2 currency_mismatch",
            "/product_pricing_ids/3 not_recurring",
            "/product_pricing_ids/4 archived",
            "/product_pricing_ids/5 archived",
            "/product_pricing_ids/6 unknown",
        ]);
        let part = json!({ "product_metric_pricing_id": gone["product_metric_pricings"][0]["id"] });
        let fields = json!({ "product_pricing_ids": [gone["id"]], "config_items": [part] });
        let answer = sent(&company, &body, &fields);
        assert_eq!(told(&answer), ["/product_pricing_ids/0 archived"], "and no more");
        let answer = sent(&company, &body, &json!({ "currency": "eur" }));
        assert_eq!(told(&answer), ["/product_pricing_ids/0 currency_mismatch"]);
        let answer = sent(&company, &body, &json!({ "currency": "XQQ" }));
        assert_eq!(told(&answer), ["/currency unknown"]);
        let many: Vec<String> = (0..101).map(|n| format!("price_{n}")).collect();
        let answer = sent(&company, &body, &json!({ "product_pricing_ids": many }));
        assert_eq!(told(&answer), ["/product_pricing_ids max_items"]);
    }

    fn which_bundle(company: Company) {
        let body = least(&company);
        let ids = &body["product_pricing_ids"];
        let bundle = json!({ "name": "Team", "product_pricing_ids": ids });
        let bundle = text(&made(&company, "/bundles", &bundle), "id");
        let both = json!({ "bundle_pricing_id": bundle });
        assert_eq!(told(&sent(&company, &body, &both)), ["/bundle_pricing_id ambiguous"]);
        let by_bundle = |id: &str| {
            sent(&company, &body, &json!({ "product_pricing_ids": null, "bundle_pricing_id": id }))
        };
        assert_eq!(told(&by_bundle("bundle_nobody")), ["/bundle_pricing_id unknown"]);
        let tail = format!("/bundles/{bundle}");
        company.patch(&tail, &json!({ "state": "ARCHIVED" })).expect(200);
        assert_eq!(told(&by_bundle(&bundle)), ["/bundle_pricing_id archived"]);
        company.patch(&tail, &json!({ "state": "ACTIVE" })).expect(200);
        let tail = format!("/pricing/{}", ids[0].as_str().unwrap());
        company.patch(&tail, &json!({ "state": "ARCHIVED" })).expect(200);
        assert_eq!(told(&by_bundle(&bundle)), ["/bundle_pricing_id archived"]);
    }

    fn what_config_items_name(company: Company) {
        let body = least(&company);
        let value = &body["product_pricing_ids"][0];
        let shown = company.get(&format!("/pricing/{}", value.as_str().unwrap())).expect(200);
        let component = &shown["product_metric_pricings"][0]["id"];
        let other = pricing(&company, &json!({}));
        let items = json!([
            { "product_pricing_id": value },
            { "product_pricing_id": value },
            { "product_metric_pricing_id": component },
            { "product_metric_pricing_id": component, "product_pricing_id": value },
            { "product_pricing_id": other["id"] },
            { "product_metric_pricing_id": other["product_metric_pricings"][0]["id"] },
            { "num_licenses": 1 },
        ]);
        let answer = sent(&company, &body, &json!({ "config_items": items }));
        assert_eq!(told(&answer), [
            "/config_items/1 duplicate",
            "/config_items/3 duplicate",
            "/config_items/4/product_pricing_id unknown",
            "/config_items/5/product_metric_pricing_id unknown",
            "/config_items/6/product_metric_pricing_id required",
        ]);
    }

    fn what_config_items_set(company: Company) {
        let body = least(&company);
        let value = &body["product_pricing_ids"][0];
        let config = |fields: Value| {
            let item = over(&json!({ "product_pricing_id": value }), &fields);
            told(&sent(&company, &body, &json!({ "config_items": one(&item) })))
        };
        let cases = [
            (json!({ "num_licenses": -1 }), "num_licenses minimum"),
            (json!({ "num_licenses": "3" }), "num_licenses type"),
            (json!({ "num_licenses": 0.0000000001 }), "num_licenses range"),
            (json!({ "num_licenses": 1_000_000_000_000_000_u64 }), "num_licenses range"),
            (json!({ "minimum_units": 0.0000000001 }), "minimum_units range"),
            (json!({ "price_per_unit": "-1" }), "price_per_unit range"),
            (json!({ "price_per_unit": "1" }), "price_per_unit mismatch"),
            (json!({ "tier_prices": [{ "index": 0, "price_per_unit": 1 }] }),
                "tier_prices mismatch"),
            (json!({ "quantity_config": { "min_quantity": 2 } }), "num_licenses out_of_bounds"),
            (json!({ "num_licenses": 6, "quantity_config": { "max_quantity": 5 } }),
                "num_licenses out_of_bounds"),
            (json!({ "quantity_config": { "min_quantity": 2, "max_quantity": 1 } }),
                "quantity_config/max_quantity below_minimum"),
            (json!({ "surprise": 1 }), "surprise unknown_field"),
        ];
        for (fields, fault) in cases {
            assert_eq!(config(fields.clone()), [format!("/config_items/0/{fault}")], "{fields}");
        }
    }

    fn prices_of_their_own(company: Company) {
        let bounds = json!({ "min_price_per_unit": 5, "max_price_per_unit": 9 });
        let custom = json!({ "custom_price": bounds });
        let custom = modelled(&company, "CUSTOM", &custom).expect(200);
        let body = over(&least(&company), &json!({ "product_pricing_ids": [custom["id"]] }));
        for (price, fits) in [("4.99", false), ("5", true), ("9", true), ("9.01", false)] {
            let item = json!({ "product_pricing_id": custom["id"], "price_per_unit": price });
            let answer = sent(&company, &body, &json!({ "config_items": one(&item) }));
            match fits {
                true => drop(answer.expect(200)),
                false => assert_eq!(told(&answer), ["/config_items/0 not_chargeable"], "{price}"),
            }
        }
        let tiers = json!({ "gradient_price": [
            { "start": 0, "end": 10, "price_per_unit": "1" },
            { "start": 11, "end": null, "price_per_unit": "2", "is_custom_tier": true },
        ] });
        let tiered = modelled(&company, "GRADIENT", &tiers).expect(200);
        let body = over(&least(&company), &json!({ "product_pricing_ids": [tiered["id"]] }));
        let set = |index: i64| {
            let tier = json!({ "index": index, "price_per_unit": "0.5" });
            let item = json!({ "product_pricing_id": tiered["id"], "tier_prices": one(&tier) });
            sent(&company, &body, &json!({ "config_items": one(&item) }))
        };
        set(1).expect(200);
        assert_eq!(told(&set(0)), ["/config_items/0 not_chargeable"]);
        assert_eq!(told(&set(2)), ["/config_items/0 not_chargeable"]);
    }

    fn which_discounts(company: Company) {
        let body = least(&company);
        let dollar = json!({ "currency": "USD", "value_in_cents": 100 });
        let cases = [
            (json!({ "percent": 0.1, "amount": dollar }), " percent_or_amount"),
            (json!({}), " percent_or_amount"),
            (json!({ "percent": 1.1 }), "/percent maximum"),
            (json!({ "percent": -0.1 }), "/percent minimum"),
            (json!({ "percent": 0.1, "type": "DISCOUNT_AMOUNT" }), "/type mismatch"),
            (json!({ "amount": dollar, "type": "DISCOUNT_PERCENT" }), "/type mismatch"),
            (json!({ "amount": { "currency": "EUR", "value_in_cents": 1 } }),
                "/amount/currency currency_mismatch"),
            (json!({ "amount": { "currency": "USD", "value_in_cents": -1 } }),
                "/amount/value_in_cents negative"),
            (json!({ "percent": 0.1, "cap": { "currency": "EUR", "value_in_cents": 1 } }),
                "/cap/currency currency_mismatch"),
            (json!({ "percent": 0.1, "product_pricing_id": "price_nobody" }),
                "/product_pricing_id unknown"),
            (json!({ "percent": 0.1, "coupon_id": "c" }), "/coupon_id unknown_field"),
        ];
        for (discount, fault) in cases {
            let discount = over(&json!({ "name": "d" }), &discount);
            let answer = sent(&company, &body, &json!({ "discounts": one(&discount) }));
            assert_eq!(told(&answer), [format!("/discounts/0{fault}")], "{discount}");
        }
    }

    fn dates_terms_and_amounts(company: Company) {
        let body = least(&company);
        let cases = [
            (json!({ "end_date": "2020-01-01T00:00:00Z" }), "/end_date before_start"),
            (json!({ "renewal_date": "2020-01-01T00:00:00Z" }), "/renewal_date before_start"),
            (json!({ "start_date": "2026-01-01" }), "/start_date format"),
            (json!({ "start_date": "9999-12-31T23:59:59Z" }), "/start_date range"),
            (json!({ "term": { "count": 0, "frequency": "MONTH" } }),
                "/term/count exclusive_minimum"),
            (json!({ "term": { "count": 1 } }), "/term/frequency required"),
            (json!({ "minimum_spend": { "currency": "EUR", "value_in_cents": 1 } }),
                "/minimum_spend/currency currency_mismatch"),
            (json!({ "minimum_spend": { "currency": "USD", "value_in_cents": -1 } }),
                "/minimum_spend/value_in_cents negative"),
            (json!({ "invoice_due_date_from_creation": 36501 }),
                "/invoice_due_date_from_creation maximum"),
            (json!({ "invoice_event_grace_period": -1 }), "/invoice_event_grace_period minimum"),
            (json!({ "identifier": "" }), "/identifier min_length"),
            (json!({ "metadata": { "a": "x".repeat(9000), "b": "x".repeat(9000),
                "c": "x".repeat(9000), "d": "x".repeat(9000), "e": "x".repeat(9000),
                "f": "x".repeat(9000), "g": "x".repeat(9000), "h": "x".repeat(9000) } }),
                "/metadata too_large"),
            (json!({ "metadata": [] }), "/metadata type"),
        ];
        for (fields, fault) in cases {
            assert_eq!(told(&sent(&company, &body, &fields)), [fault], "{fields}");
        }
    }

    fn usage_that_would_be_billed_twice(company: Company) {
        let calls = item(&company, "Calls");
        let metered = json!({ "item_id": calls, "metric_id": metric(&company, &calls) });
        let of = |name: &str| {
            let product = product(&company, name);
            text(&made(&company, "/pricing", &over(&monthly(&product), &metered)), "id")
        };
        let (first, second) = (of("a"), of("b"));
        let body = over(&least(&company), &json!({ "product_pricing_ids": [first] }));
        sent(&company, &body, &json!({})).expect(200);
        let again = sent(&company, &body, &json!({ "product_pricing_ids": [second] }));
        assert_eq!(told(&again), ["/product_pricing_ids/0 metric_in_use"]);
        let other = company.named("another");
        let both = json!({ "customer_id": other, "product_pricing_ids": [first, second] });
        assert_eq!(told(&sent(&company, &body, &both)),
            ["/product_pricing_ids/1 metric_in_use"]);
    }
}
