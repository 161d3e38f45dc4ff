//! Changes: at once and later, what they bill, what is answered of them.

use serde_json::{Value, json};

use super::{at, begun, go, lines, now, on, plan, verb};
use crate::catalog::{made, over, pricing};
use crate::harness::Server;
use crate::harness::client::text;
use crate::invoices::{dollars, invoices_of};
use std::sync::Arc;

fn to(pricing: &str, fields: &Value) -> Value {
    over(&json!({ "product_pricing_ids": [pricing] }), fields)
}

both! {
    fn at_once_with_an_invoice(server: Arc<Server>) {
        let company = begun(&server);
        let (basic, pro) = (plan(&company, "10"), plan(&company, "20"));
        let value = on(&company, &basic, &json!({}));
        go(&company, "2026-01-15");
        let body = to(&pro, &json!({ "proration_type": "IMMEDIATE" }));
        let after = verb(&company, &value, "change", &body).expect(200);
        assert_eq!(after, now(&company, &value));
        assert_eq!(after["product_pricing_ids"], json!([pro]));
        assert_eq!(after["product_pricings"][0]["id"], pro.as_str());
        assert_eq!(after["mrr"], dollars(2000));
        assert_eq!(after["change_date"], Value::Null);
        assert_ne!(after["bundle_pricing_id"], value["bundle_pricing_id"]);
        let config = &after["change_config"];
        assert_eq!(config["actual_change_time"], at("2026-01-15"));
        assert_eq!(config["timing"], "IMMEDIATE");
        assert_eq!(config["proration_type"], "IMMEDIATE");
        assert_eq!(config["arr"], dollars(24000));
        assert_eq!(config["product_pricing_ids"], json!([pro]));
        assert_eq!(config["bundle_pricing_id"], after["bundle_pricing_id"]);
        assert_eq!(config["bundle_pricing"]["id"], after["bundle_pricing_id"]);
        let invoices = invoices_of(&company, &value);
        assert_eq!(invoices.len(), 2);
        // 17 of 31 days: 10.00 gives 5.48 back, 20.00 charges 10.97.
        let (back, new) = ("PRORATION_CREDIT".to_owned(), "PRORATION_CHARGE".to_owned());
        assert_eq!(lines(&invoices[1]), [(back, -548), (new, 1097)]);
        assert_eq!(invoices[1]["reason"], "CHANGE");
        assert_eq!(invoices[1]["total"], dollars(549));
        assert_eq!(invoices[1]["prorated_amount"], dollars(549));
        go(&company, "2026-02-01");
        let invoices = invoices_of(&company, &value);
        assert_eq!(lines(&invoices[2]), [("ADVANCE".to_owned(), 2000)]);
    }

    fn at_once_with_the_next_invoice(server: Arc<Server>) {
        let company = begun(&server);
        let (basic, pro) = (plan(&company, "10"), plan(&company, "20"));
        let value = on(&company, &basic, &json!({}));
        go(&company, "2026-01-15");
        let after = verb(&company, &value, "change", &to(&pro, &json!({}))).expect(200);
        assert_eq!(after["change_config"]["proration_type"], "NEXT");
        assert_eq!(invoices_of(&company, &value).len(), 1, "nothing now");
        go(&company, "2026-02-01");
        let invoices = invoices_of(&company, &value);
        let mut sums: Vec<i64> = lines(&invoices[1]).into_iter().map(|(_, cents)| cents).collect();
        sums.sort_unstable();
        assert_eq!(sums, [-548, 1097, 2000]);
        assert_eq!(invoices[1]["reason"], "CYCLE");
    }

    fn without_any_proration(server: Arc<Server>) {
        let company = begun(&server);
        let (basic, pro) = (plan(&company, "10"), plan(&company, "20"));
        let value = on(&company, &basic, &json!({}));
        go(&company, "2026-01-15");
        let body = to(&pro, &json!({ "proration_type": "NONE" }));
        verb(&company, &value, "change", &body).expect(200);
        go(&company, "2026-02-01");
        let invoices = invoices_of(&company, &value);
        assert_eq!(invoices.len(), 2);
        assert_eq!(lines(&invoices[1]), [("ADVANCE".to_owned(), 2000)]);
    }

    fn one_that_waits(server: Arc<Server>) {
        let company = begun(&server);
        let (basic, pro) = (plan(&company, "10"), plan(&company, "20"));
        let value = on(&company, &basic, &json!({ "metadata": { "tier": "basic" } }));
        go(&company, "2026-01-15");
        let body = to(&pro, &json!({
            "timing": "PERIOD_END", "metadata": { "tier": "pro" },
            "config_items": [{ "product_pricing_id": pro, "num_licenses": 3 }],
        }));
        let waiting = verb(&company, &value, "change", &body).expect(200);
        assert_eq!(waiting["change_date"], at("2026-02-01"));
        assert_eq!(waiting["product_pricing_ids"], json!([basic]));
        assert_eq!(waiting["metadata"], json!({ "tier": "basic" }));
        assert_eq!(waiting["mrr"], dollars(1000));
        let config = &waiting["change_config"];
        assert_eq!(config["actual_change_time"], Value::Null);
        assert_eq!(config["timing"], "PERIOD_END");
        assert_eq!(config["arr"], dollars(72000), "three licences of 20.00, twelve times");
        assert_eq!(config["metadata"], json!({ "tier": "pro" }));
        assert_eq!(config["product_pricing_ids"], json!([pro]));
        let reduced = &config["all_product_pricings"][0];
        assert_eq!(reduced["id"], pro.as_str());
        assert_eq!(reduced.as_object().unwrap().len(), 23, "{reduced}");
        assert_eq!(reduced["product"]["id"], reduced["product_id"]);
        assert_eq!(reduced["product_metric_pricings"].as_array().unwrap().len(), 1);
        go(&company, "2026-02-01");
        let after = now(&company, &value);
        assert_eq!(after["change_date"], Value::Null);
        assert_eq!(after["change_config"]["actual_change_time"], at("2026-02-01"));
        assert_eq!(after["product_pricing_ids"], json!([pro]));
        assert_eq!(after["metadata"], json!({ "tier": "pro" }));
        assert_eq!(after["config_items"][0]["num_licenses"], 3);
        assert_eq!(after["mrr"], dollars(6000));
        let invoices = invoices_of(&company, &value);
        assert_eq!(lines(&invoices[1]), [("ADVANCE".to_owned(), 6000)]);
    }

    fn one_that_is_undone(server: Arc<Server>) {
        let company = begun(&server);
        let (basic, pro) = (plan(&company, "10"), plan(&company, "20"));
        let value = on(&company, &basic, &json!({}));
        verb(&company, &value, "undo_change", &json!({})).problem(409, "nothing_to_undo");
        let later = json!({ "timing": "CUSTOM_DATE", "custom_change_date": at("2026-01-20") });
        let waiting = verb(&company, &value, "change", &to(&pro, &later)).expect(200);
        assert_eq!(waiting["change_date"], at("2026-01-20"));
        let undone = verb(&company, &value, "undo_change", &json!({})).expect(200);
        assert_eq!(undone["change_date"], Value::Null);
        assert_eq!(undone["change_config"], Value::Null);
        go(&company, "2026-02-01");
        assert_eq!(now(&company, &value)["product_pricing_ids"], json!([basic]));
    }

    fn a_new_one_takes_the_place(server: Arc<Server>) {
        let company = begun(&server);
        let (basic, pro, max) = (plan(&company, "10"), plan(&company, "20"), plan(&company, "30"));
        let value = on(&company, &basic, &json!({}));
        verb(&company, &value, "change", &to(&pro, &json!({ "timing": "RENEWAL" }))).expect(200);
        let body = to(&max, &json!({ "timing": "PERIOD_END" }));
        let after = verb(&company, &value, "change", &body).expect(200);
        assert_eq!(after["change_config"]["product_pricing_ids"], json!([max]));
        go(&company, "2026-03-01");
        assert_eq!(now(&company, &value)["product_pricing_ids"], json!([max]));
    }

    fn what_stays_keeps_its_configuration(server: Arc<Server>) {
        let company = begun(&server);
        let (seats, extra) = (plan(&company, "10"), plan(&company, "1"));
        let value = on(&company, &seats, &json!({
            "config_items": [{ "product_pricing_id": seats, "num_licenses": 5 }]
        }));
        let both = json!({ "product_pricing_ids": [seats, extra], "timing": "IMMEDIATE" });
        let after = verb(&company, &value, "change", &both).expect(200);
        assert_eq!(after["mrr"], dollars(5100));
        let component = &after["product_pricings"][0]["product_metric_pricings"][0];
        assert_eq!(component["num_licenses"], 5);
        let more = json!({ "config_items": [
            { "product_metric_pricing_id": component["id"], "num_licenses": 7 }
        ] });
        let after = verb(&company, &value, "change", &more).expect(200);
        assert_eq!(after["product_pricing_ids"], json!([seats, extra]), "only quantities");
        assert_eq!(after["mrr"], dollars(7100));
        let alone = verb(&company, &value, "change", &to(&extra, &json!({}))).expect(200);
        assert_eq!(alone["config_items"], json!([]), "nothing of what is gone");
        assert_eq!(alone["mrr"], dollars(100));
    }

    fn to_a_bundle_and_its_name(server: Arc<Server>) {
        let company = begun(&server);
        let (basic, pro) = (plan(&company, "10"), plan(&company, "20"));
        let value = on(&company, &basic, &json!({}));
        let team = made(&company, "/bundles",
            &json!({ "name": "Team", "product_pricing_ids": [basic, pro] }));
        let body = json!({ "bundle_pricing_id": team["id"], "proration_type": "IMMEDIATE" });
        let after = verb(&company, &value, "change", &body).expect(200);
        assert_eq!(after["bundle_pricing_id"], team["id"]);
        assert_eq!(after["product_pricing_ids"], json!([basic, pro]));
        let invoices = invoices_of(&company, &value);
        assert!(text(&invoices[1], "name").starts_with("Team, "), "{}", invoices[1]["name"]);
        let uses = |id: &str| {
            company.get(&format!("/pricing/{id}")).expect(200)["num_subs"].clone()
        };
        assert_eq!((uses(&basic), uses(&pro)), (json!(1), json!(1)));
        verb(&company, &value, "change", &to(&pro, &json!({}))).expect(200);
        assert_eq!((uses(&basic), uses(&pro)), (json!(0), json!(1)));
        let bundle = company.get(&format!("/bundles/{}", text(&team, "id"))).expect(200);
        assert_eq!(bundle["num_subs"], 0);
    }

    fn terms_and_discounts(server: Arc<Server>) {
        let company = begun(&server);
        let basic = plan(&company, "10");
        let value = on(&company, &basic, &json!({}));
        go(&company, "2026-01-15");
        let body = json!({
            "term": { "count": 1, "frequency": "YEAR" }, "relative_term": true,
            "auto_renews": false, "auto_charges": true, "minimum_spend": dollars(1500),
            "discounts": [{ "name": "Loyal", "percent": 0.5 }],
        });
        let after = verb(&company, &value, "change", &body).expect(200);
        assert_eq!(after["term"], json!({ "count": 1, "frequency": "YEAR" }));
        assert_eq!(after["renewal_date"], at("2027-01-15"));
        assert_eq!(after["auto_renews"], false);
        assert_eq!(after["auto_charges"], true);
        assert_eq!(after["minimum_spend"], dollars(1500));
        assert_eq!(after["discounts"][0]["name"], "Loyal");
        assert_eq!(after["mrr"], dollars(500));
        assert_eq!(after["change_config"]["discounts"][0]["name"], "Loyal");
    }

    fn a_new_anchor(server: Arc<Server>) {
        let company = begun(&server);
        let basic = plan(&company, "31");
        let value = on(&company, &basic, &json!({}));
        go(&company, "2026-01-11");
        let body = json!({ "reset_billing_anchor": true });
        let after = verb(&company, &value, "change", &body).expect(200);
        assert_eq!(after["billing_anchor_date"], at("2026-01-11"));
        assert_eq!(after["next_invoice_date"], at("2026-02-11"));
        let invoices = invoices_of(&company, &value);
        // 21 of 31 days back, a whole month from now on.
        assert_eq!(invoices[1]["total"], dollars(3100 - 2100));
    }

    fn an_archived_pricing_may_stay(server: Arc<Server>) {
        let company = begun(&server);
        let (old, new) = (plan(&company, "10"), plan(&company, "20"));
        let value = on(&company, &old, &json!({}));
        company.patch(&format!("/pricing/{old}"), &json!({ "state": "ARCHIVED" })).expect(200);
        let body = json!({ "product_pricing_ids": [old, new] });
        let after = verb(&company, &value, "change", &body).expect(200);
        assert_eq!(after["product_pricing_ids"], json!([old, new]));
        verb(&company, &value, "change", &to(&new, &json!({}))).expect(200);
        let back = verb(&company, &value, "change", &to(&old, &json!({})));
        assert_eq!(back.faults(), ["/product_pricing_ids/0"], "it is new use now");
    }

    fn the_reduced_shape(server: Arc<Server>) {
        let company = begun(&server);
        made(&company, "/entitlements", &json!({ "key": "seats", "name": "Seats",
            "type": "NUMBER" }));
        let basic = plan(&company, "10");
        let granted = json!({ "entitlements": [{ "key": "seats", "value": 4 }] });
        let pro = text(&pricing(&company, &granted), "id");
        let value = on(&company, &basic, &json!({}));
        let after = verb(&company, &value, "change", &to(&pro, &json!({}))).expect(200);
        let row = &after["change_config"]["all_product_pricings"][0]["computed_entitlements"][0];
        assert_eq!(row["key"], "seats");
        assert_eq!(row["value"], 4);
        assert!(row.get("overriden").is_some() && row.get("overridden").is_none(), "{row}");
        assert!(row.get("name").is_none() && row.get("type").is_none(), "{row}");
        assert_eq!(after["computed_entitlements"][0]["value"], 4);
    }
}
