//! Minimum spends: shares, and schedules with what was spent before.

use billing::definition::Value;
use billing::pricing::{ItemPricing, shortfall};
use calendar::Share;
use money::{Amount, Ratio};

fn eur(minor: i64) -> Amount {
    Amount::new("EUR".parse().unwrap(), minor)
}

/// What is missing of a minimum, all in cents.
fn missing(minimum: i64, share: Share, spent: i64) -> i64 {
    let (minimum, spent) = (eur(minimum), eur(spent).major());
    shortfall(minimum.currency, &minimum.major(), share, &spent).unwrap().amount.minor
}

#[test]
fn a_stub_needs_its_share_of_the_minimum() {
    let stub = Share::new(10, 31).unwrap();
    assert_eq!(missing(10000, stub, 1000), 2226);
    assert_eq!(missing(10000, stub, 5000), 0);
    assert_eq!(missing(10000, Share::FULL, 5000), 5000);
}

#[test]
fn charges_that_give_back_raise_what_is_missing() {
    assert_eq!(missing(1000, Share::FULL, 900 - 300), 400);
    assert_eq!(missing(0, Share::FULL, -300), 300);
}

fn schedule(forward: bool) -> ItemPricing {
    let text = format!(
        r#"{{"pricing_type": "FIXED", "fixed_price": {{"price_per_unit": "1"}},
            "minimum_spend_schedule": {{"minimum_spend_schedule_type": "PER_PERIOD",
            "amount_per_period": ["100", "200", "150"], "allow_pulling_forward": {forward}}}}}"#
    );
    let value: Value = serde_json::from_str(&text).unwrap();
    ItemPricing::define(&value, eur(0).currency).unwrap()
}

#[test]
fn schedules_hold_their_nth_amount_and_may_count_earlier_excess() {
    for (forward, wanted) in [(true, [0, 50, 150, 0]), (false, [0, 100, 150, 0])] {
        let pricing = schedule(forward);
        let schedule = pricing.minimum_schedule.as_ref().unwrap();
        let mut pulled = Ratio::ZERO;
        for (n, (spent, missing)) in [150, 100, 0, 170].into_iter().zip(wanted).enumerate() {
            let (minimum, spent) = (schedule.minimum(n), Ratio::from(spent) + &pulled);
            let found = shortfall(pricing.currency, minimum, Share::FULL, &spent).unwrap();
            assert_eq!(found.amount, eur(missing * 100), "{forward} term {n}");
            pulled = schedule.pulled(&found.excess).clone();
        }
        assert_eq!(pulled, Ratio::from(if forward { 20 } else { 0 }));
    }
}
