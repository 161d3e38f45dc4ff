//! Annual and total value, each counted by hand.

use serde_json::{Value, json};

use super::{Timed, dollars, least};
use crate::catalog::{modelled, over, pricing};
use crate::harness::Company;

/// What a contract with these fields is worth, in cents: a year, and in all.
#[track_caller]
fn worth(company: &Company, fields: &Value) -> (i64, i64) {
    let contract = company.post("/contracts", &over(&least(company), fields)).expect(200);
    let cents = |name: &str| contract[name]["value_in_cents"].as_i64().unwrap();
    (cents("acv"), cents("tcv"))
}

fn term(count: i64, frequency: &str) -> Value {
    json!({ "count": count, "frequency": frequency })
}

both! {
    fn plain_terms(timed: Timed) {
        let company = &timed.0;
        // Ten dollars a month.
        assert_eq!(worth(company, &json!({})), (12_000, 12_000));
        let months = json!({ "term": term(18, "MONTH") });
        assert_eq!(worth(company, &months), (12_000, 18_000));
        // Half a year is annualised.
        let half = json!({ "term": term(6, "MONTH") });
        assert_eq!(worth(company, &half), (12_000, 6_000));
        let years = json!({ "term": term(3, "YEAR") });
        assert_eq!(worth(company, &years), (12_000, 36_000));
        // Without a term it is one month, the longest frequency.
        assert_eq!(worth(company, &json!({ "term": null })), (12_000, 1_000));
    }

    fn a_trial_is_not_paid_for(timed: Timed) {
        let trial = json!({ "trial": true, "trial_term": term(1, "MONTH") });
        assert_eq!(worth(&timed.0, &trial), (12_000, 12_000));
    }

    fn scheduled_prices(timed: Timed) {
        let company = &timed.0;
        let scheduled = modelled(company, "SCHEDULED", &json!({
            "scheduled_price": { "price_per_unit_per_period": ["0", "10", "20"] },
        })).expect(200);
        let ids = json!([scheduled["id"]]);
        // Nothing, then ten, then sixteen months of twenty.
        let months = json!({ "product_pricing_ids": ids, "term": term(18, "MONTH") });
        assert_eq!(worth(company, &months), (21_000, 33_000));
        // After a trial the schedule begins anew.
        let trial = over(&months, &json!({ "trial": true, "trial_term": term(14, "DAY") }));
        assert_eq!(worth(company, &trial), (21_000, 33_000));
    }

    fn discounts_that_expire(timed: Timed) {
        let company = &timed.0;
        let until = |at: &str| json!({ "term": term(18, "MONTH"), "discounts": [{
            "name": "Launch", "type": "DISCOUNT_PERCENT", "percent": 0.5, "expiration_date": at,
        }] });
        // Three months at half the price, then fifteen at the whole.
        assert_eq!(worth(company, &until("2026-04-01T00:00:00Z")), (10_500, 16_500));
        // The billing date before it has it for its whole month.
        assert_eq!(worth(company, &until("2026-03-20T00:00:00Z")), (10_500, 16_500));
        let amount = json!({ "discounts": [{
            "name": "Less", "type": "DISCOUNT_AMOUNT", "amount": dollars(400),
        }] });
        assert_eq!(worth(company, &amount), (7_200, 7_200));
    }

    fn what_is_bought_once_is_total_and_not_annual(timed: Timed) {
        let company = &timed.0;
        let items = json!([{ "aggregate": 2, "custom_price": { "amount": dollars(5_000) } }]);
        assert_eq!(worth(company, &json!({ "onetime_items": items })), (12_000, 22_000));
        let alone = json!({ "onetime_items": items, "product_pricing_ids": null, "term": null });
        assert_eq!(worth(company, &alone), (0, 10_000));
    }

    fn changes_that_are_agreed(timed: Timed) {
        let company = &timed.0;
        let dearer = pricing(company, &json!({ "fixed_price": { "price_per_unit": "30" } }));
        let change = json!({ "term": term(2, "YEAR"), "scheduled_changes": [{
            "custom_change_date": "2026-07-01T00:00:00Z", "product_pricing_ids": [dearer["id"]],
        }] });
        // Six months of ten, and eighteen of thirty.
        assert_eq!(worth(company, &change), (24_000, 60_000));
    }

    fn usage_and_taxes_count_nothing(timed: Timed) {
        let company = &timed.0;
        company.patch("", &json!({ "taxes": [{ "name": "VAT", "rate": 0.2 }] })).expect(200);
        let quarterly = pricing(company, &json!({
            "billing_frequency": term(1, "QUARTER"), "fixed_price": { "price_per_unit": "33.33" },
        }));
        let body = json!({ "product_pricing_ids": [quarterly["id"]] });
        assert_eq!(worth(company, &body), (13_332, 13_332));
    }
}
