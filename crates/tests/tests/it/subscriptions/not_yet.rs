//! What the interface has and cannot be done yet is refused by name, not ignored.

use serde_json::json;

use super::{least, sent, told};
use crate::catalog::pricing;
use crate::harness::Company;
use crate::harness::client::text;

both! {
    fn each_by_its_field(company: Company) {
        let body = least(&company);
        let cases = [
            (json!({ "onetime_items": [{ "aggregate": 1 }] }), "/onetime_items"),
            (json!({ "parent_billed": true }), "/parent_billed"),
            (json!({ "override_entitlements": [{ "key": "k", "value": 1 }] }),
                "/override_entitlements"),
        ];
        for (fields, pointer) in cases {
            let answer = sent(&company, &body, &fields);
            assert_eq!(told(&answer), [format!("{pointer} not_available_yet")], "{fields}");
        }
        let amount = json!({ "currency": "USD", "value_in_cents": 1000 });
        let credit = json!({ "credit_price": { "type": "AMOUNT", "amount": amount } });
        let credit = pricing(&company, &credit);
        let answer = sent(&company, &body, &json!({ "product_pricing_ids": [credit["id"]] }));
        assert_eq!(told(&answer), ["/product_pricing_ids/0 not_available_yet"]);
    }

    fn below_a_rollup(company: Company) {
        let body = least(&company);
        let top = company.customer(&json!({ "identifier": "top", "child_rollup_billing": true }));
        let mut parent = text(&top, "id");
        for level in ["middle", "leaf"] {
            let child = json!({ "identifier": level, "parent_customer_id": parent });
            parent = text(&company.customer(&child), "id");
        }
        for who in [text(&top, "id"), parent] {
            let answer = sent(&company, &body, &json!({ "customer_id": who }));
            assert_eq!(told(&answer), ["/customer_id not_available_yet"]);
        }
    }
}
