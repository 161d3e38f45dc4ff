//! What the verbs refuse in their bodies, every fault with its pointer, and that it leaves
//! nothing behind.

use serde_json::{Value, json};

use super::{now, on, plan, verb};
use crate::catalog::{made, metric, monthly, over, pricing, product};
use crate::harness::Company;
use crate::harness::client::text;
use crate::invoices::dollars;
use crate::subscriptions::told;

const PAST: &str = "2001-01-01T00:00:00Z";
const AHEAD: &str = "2126-01-01T00:00:00Z";

/// Two pricings of the same metric.
fn two_of_one_metric(company: &Company) -> [String; 2] {
    let calls = crate::catalog::item(company, "Calls");
    let metered = json!({ "item_id": calls, "metric_id": metric(company, &calls) });
    [0, 1].map(|_| {
        let body = over(&monthly(&product(company, "p")), &metered);
        text(&made(company, "/pricing", &body), "id")
    })
}

both! {
    fn all_of_a_change_at_once(company: Company) {
        let value = on(&company, &plan(&company, "10"), &json!({}));
        let facts = company.facts();
        let body = json!({
            "product_pricing_ids": ["price_nobody"], "timing": "CUSTOM_DATE", "surprise": 1,
            "proration_type": "LATER",
            "discounts": [{ "name": "d" }], "onetime_items": [{ "aggregate": 1 }],
            "minimum_spend": { "currency": "EUR", "value_in_cents": -1 },
            "term": { "count": 1, "frequency": "ONETIME" }, "currency": "EUR",
            "relative_term": true, "metadata": { "a": vec!["x".repeat(9000); 8] },
        });
        assert_eq!(told(&verb(&company, &value, "change", &body)), [
            "/currency currency_mismatch",
            "/discounts/0 percent_or_amount",
            "/metadata too_large",
            "/minimum_spend/currency currency_mismatch",
            "/minimum_spend/value_in_cents negative",
            "/onetime_items/0 pricing_or_price",
            "/product_pricing_ids/0 unknown",
            "/proration_type enum",
            "/surprise unknown_field",
            "/term/frequency not_recurring",
        ]);
        assert_eq!(company.facts(), facts, "nothing happened");
    }

    fn which_pricings_a_change_takes(company: Company) {
        let basic = plan(&company, "10");
        let value = on(&company, &basic, &json!({}));
        let euro = text(&pricing(&company, &json!({ "currency": "EUR" })), "id");
        let once = json!({ "type": "ONETIME", "billing_frequency": null });
        let once = text(&pricing(&company, &once), "id");
        let gone = plan(&company, "7");
        company.patch(&format!("/pricing/{gone}"), &json!({ "state": "ARCHIVED" })).expect(200);
        let body = json!({
            "product_pricing_ids": [basic, basic, euro, once, gone, "price_nobody"]
        });
        assert_eq!(told(&verb(&company, &value, "change", &body)), [
            "/product_pricing_ids/1 duplicate",
            "/product_pricing_ids/2 currency_mismatch",
            "/product_pricing_ids/3 not_recurring",
            "/product_pricing_ids/4 archived",
            "/product_pricing_ids/5 unknown",
        ]);
        let none = verb(&company, &value, "change", &json!({ "product_pricing_ids": [] }));
        assert_eq!(told(&none), ["/product_pricing_ids required"]);
        let bundle = json!({ "name": "B", "product_pricing_ids": [basic] });
        let bundle = text(&made(&company, "/bundles", &bundle), "id");
        let both = json!({ "product_pricing_ids": [basic], "bundle_pricing_id": bundle });
        let both = verb(&company, &value, "change", &both);
        assert_eq!(told(&both), ["/bundle_pricing_id ambiguous"]);
        let unknown = json!({ "bundle_pricing_id": "bundle_nobody" });
        let unknown = verb(&company, &value, "change", &unknown);
        assert_eq!(told(&unknown), ["/bundle_pricing_id unknown"]);
        let other = Company::new(&company.server);
        let theirs = json!({ "product_pricing_ids": [plan(&other, "1")] });
        let theirs = verb(&company, &value, "change", &theirs);
        assert_eq!(told(&theirs), ["/product_pricing_ids/0 unknown"], "as if it did not exist");
    }

    fn quantities_of_a_change(company: Company) {
        let basic = plan(&company, "10");
        let value = on(&company, &basic, &json!({}));
        let ask = |item: Value| {
            let item = over(&json!({ "product_pricing_id": basic }), &item);
            told(&verb(&company, &value, "change", &json!({ "config_items": [item] })))
        };
        let bounds = json!({ "min_quantity": 5, "max_quantity": 10 });
        let little = ask(json!({ "num_licenses": 4, "quantity_config": bounds }));
        assert_eq!(little, ["/config_items/0/num_licenses out_of_bounds"]);
        let below = ask(json!({ "num_licenses": -1 }));
        assert_eq!(below, ["/config_items/0/num_licenses minimum"]);
        let priced = ask(json!({ "price_per_unit": "3" }));
        assert_eq!(priced, ["/config_items/0/price_per_unit mismatch"]);
        let tiers = json!({ "pricing_type": "GRADIENT", "fixed_price": null,
            "gradient_price": [{ "end": 10, "price_per_unit": "1" }] });
        let tiers = pricing(&company, &tiers);
        let body = json!({ "product_pricing_ids": [tiers["id"]],
            "config_items": [{ "product_pricing_id": tiers["id"], "num_licenses": 11 }] });
        let beyond = verb(&company, &value, "change", &body);
        assert_eq!(beyond.faults(), ["/config_items/0"], "beyond the last tier");
    }

    fn a_metric_is_priced_once(company: Company) {
        let [first, second] = two_of_one_metric(&company);
        let basic = plan(&company, "10");
        let value = on(&company, &basic, &json!({}));
        let change = json!({ "product_pricing_ids": [first, second] });
        let twice = verb(&company, &value, "change", &change);
        assert_eq!(told(&twice), ["/product_pricing_ids/1 metric_in_use"]);
        let ok = json!({ "product_pricing_ids": [first] });
        verb(&company, &value, "change", &ok).expect(200);
        let instead = json!({ "product_pricing_ids": [second] });
        verb(&company, &value, "change", &instead).expect(200);
    }

    fn a_metric_that_will_be_priced_is_taken(company: Company) {
        let [first, second] = two_of_one_metric(&company);
        let value = on(&company, &plan(&company, "10"), &json!({}));
        let later = json!({ "product_pricing_ids": [first], "timing": "PERIOD_END" });
        verb(&company, &value, "change", &later).expect(200);
        let other = json!({ "customer_id": value["customer_id"], "product_pricing_ids": [second] });
        let taken = company.post("/subscriptions", &other);
        assert_eq!(told(&taken), ["/product_pricing_ids/0 metric_in_use"]);
        verb(&company, &value, "undo_change", &json!({})).expect(200);
        company.post("/subscriptions", &other).expect(200);
    }

    fn dates_of_a_change(company: Company) {
        let basic = plan(&company, "10");
        let value = on(&company, &basic, &json!({}));
        let week = json!({ "count": 1, "frequency": "WEEK" });
        for (body, fault) in [
            (json!({ "timing": "CUSTOM_DATE" }), "/custom_change_date required"),
            (json!({ "timing": "CUSTOM_DATE", "custom_change_date": PAST }),
                "/custom_change_date in_the_past"),
            (json!({ "custom_change_date": AHEAD }), "/custom_change_date mismatch"),
            (json!({ "timing": "RENEWAL", "custom_change_date": AHEAD }),
                "/custom_change_date mismatch"),
            (json!({ "timing": "CUSTOM_DATE", "custom_change_date": "2026-02-30T00:00:00Z" }),
                "/custom_change_date format"),
            (json!({ "relative_term": true }), "/relative_term mismatch"),
            (json!({ "trial": true }), "/trial trial_without_end"),
            (json!({ "trial_term": week }), "/trial_term mismatch"),
            (json!({ "trial": false, "trial_term": week }), "/trial_term mismatch"),
            (json!({ "trial": true, "trial_term": { "count": 1, "frequency": "ONETIME" } }),
                "/trial_term/frequency not_recurring"),
            (json!({ "trial": true, "trial_term": { "count": i64::MAX, "frequency": "YEAR" } }),
                "/trial_term range"),
            (json!({ "trial": true, "trial_term": week, "proration_type": "NONE" }),
                "/proration_type with_trial"),
        ] {
            let body = over(&json!({ "product_pricing_ids": [basic] }), &body);
            assert_eq!(told(&verb(&company, &value, "change", &body)), [fault], "{body}");
        }
    }

    fn what_a_cancel_cannot_mean(company: Company) {
        let value = on(&company, &plan(&company, "10"), &json!({}));
        let euros = json!({ "currency": "EUR", "value_in_cents": 1 });
        for (body, faults) in [
            (json!({ "timing": "CUSTOM_DATE" }), vec!["/custom_end_date required"]),
            (json!({ "timing": "CUSTOM_DATE", "custom_end_date": PAST }),
                vec!["/custom_end_date in_the_past"]),
            (json!({ "custom_end_date": AHEAD }), vec!["/custom_end_date mismatch"]),
            (json!({ "charge_remaining_balance": true, "refund_type": "FULL" }),
                vec!["/charge_remaining_balance mismatch"]),
            (json!({ "custom_refund_amount": dollars(1) }), vec!["/custom_refund_amount mismatch"]),
            (json!({ "refund_type": "CUSTOM" }), vec!["/custom_refund_amount required"]),
            (json!({ "refund_type": "CUSTOM", "custom_refund_amount": euros }),
                vec!["/custom_refund_amount/currency currency_mismatch"]),
            (json!({ "refund_type": "CUSTOM", "custom_refund_amount": dollars(-1) }),
                vec!["/custom_refund_amount/value_in_cents negative"]),
            (json!({ "timing": "SOON", "refund_type": "FULL", "odd": 1,
                "charge_remaining_balance": true }),
                vec!["/charge_remaining_balance mismatch", "/odd unknown_field", "/timing enum"]),
        ] {
            assert_eq!(told(&verb(&company, &value, "cancel", &body)), faults, "{body}");
        }
        assert_eq!(now(&company, &value), value, "nothing happened");
    }

    fn pauses_and_trials(company: Company) {
        let value = on(&company, &plan(&company, "10"), &json!({}));
        for (name, body, fault) in [
            ("pause", json!({ "resume_date": PAST }), "/resume_date in_the_past"),
            ("pause", json!({ "behavior": "SLEEP" }), "/behavior enum"),
            ("pause", json!({ "behaviour": "VOID" }), "/behaviour unknown_field"),
            ("extend", json!({}), "/end_date required"),
            ("extend", json!({ "end_date": PAST }), "/end_date in_the_past"),
            ("extend", json!({ "end_date": "soon" }), "/end_date format"),
            ("resume", json!({ "now": true }), " unexpected_body"),
        ] {
            assert_eq!(told(&verb(&company, &value, name, &body)), [fault], "{name} {body}");
        }
    }

    fn what_a_patch_cannot_do_either(company: Company) {
        let value = on(&company, &plan(&company, "10"), &json!({}));
        let tail = format!("/subscriptions/{}", text(&value, "id"));
        for field in ["product_pricing_ids", "end_date", "trial", "change_config", "pause_date"] {
            let answer = company.patch(&tail, &json!({ field: null }));
            assert_eq!(told(&answer), [format!("/{field} unknown_field")]);
        }
    }
}
