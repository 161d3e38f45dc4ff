//! What the interface has and cannot be done yet is refused by name, not ignored.

use serde_json::json;

use super::{least, sent, told};
use crate::catalog::pricing;
use crate::harness::Company;
use crate::harness::client::text;

both! {
    fn a_pricing_that_sells_a_credit_is_sold(company: Company) {
        let body = least(&company);
        let amount = json!({ "currency": "USD", "value_in_cents": 1000 });
        let credit = json!({ "credit_price": { "type": "AMOUNT", "amount": amount } });
        let credit = pricing(&company, &credit);
        sent(&company, &body, &json!({ "product_pricing_ids": [credit["id"]] })).expect(200);
    }

    fn a_payment_method_needs_a_provider(company: Company) {
        let body = least(&company);
        let method = json!({ "payment_method_id": "pm_1" });
        let expected = ["/payment_method_id no_payment_provider"];
        let told_of = |answer| assert_eq!(told(&answer), expected);
        told_of(sent(&company, &body, &method));
        let made = sent(&company, &body, &json!({ "payment_method_id": null })).expect(200);
        let path = format!("/subscriptions/{}", text(&made, "id"));
        told_of(company.patch(&path, &method));
        told_of(company.post(&format!("{path}/change"), &method));
        let change = json!({ "scheduled_changes": [
            { "custom_change_date": "2099-01-01T00:00:00Z", "payment_method_id": "pm_1" }
        ] });
        let answer = sent(&company, &body, &change);
        let pointer = "/scheduled_changes/0/payment_method_id no_payment_provider";
        assert_eq!(told(&answer), [pointer]);
    }

    fn an_upsell_is_a_component_of_some_pricing(company: Company) {
        let body = least(&company);
        let (sold, other) = (pricing(&company, &json!({})), pricing(&company, &json!({})));
        let component = &other["product_metric_pricings"][0]["id"];
        let with = |upsell: &serde_json::Value| {
            let item = json!({
                "product_pricing_id": sold["id"], "upsell_product_metric_pricing_id": upsell
            });
            let fields = json!({ "product_pricing_ids": [sold["id"]], "config_items": [item] });
            sent(&company, &body, &fields)
        };
        with(component).expect(200);
        let pointer = "/config_items/0/upsell_product_metric_pricing_id unknown";
        assert_eq!(told(&with(&json!("pmp_nobody"))), [pointer]);
        assert_eq!(told(&with(&other["id"])), [pointer]);
    }
}
