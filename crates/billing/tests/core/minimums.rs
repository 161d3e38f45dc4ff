//! Minimum spends: nested levels, shares, and schedules with what was spent before.

use billing::pricing::{Pricing, Spend, shortfall};
use billing::value::Value;
use calendar::Share;
use money::{Amount, Ratio};

fn eur(minor: i64) -> Amount {
    Amount::new("EUR".parse().unwrap(), minor)
}

fn level(minimum: Option<i64>, charges: &[i64], inner: Vec<Spend>) -> Spend {
    let charges = charges.iter().map(|minor| eur(*minor).major()).collect();
    let minimum = minimum.map(|minor| eur(minor).major());
    Spend { inner, ..Spend::new(eur(0).currency, minimum, charges) }
}

#[test]
fn what_an_inner_level_adds_counts_in_the_outer() {
    let item = level(Some(5000), &[3000], vec![]);
    let pricing = level(Some(8000), &[1000], vec![item, level(None, &[500], vec![])]);
    let subscription = level(Some(10000), &[], vec![pricing]);
    let missing = shortfall(&subscription).unwrap();
    assert_eq!(missing.inner[0].inner[0].amount, eur(2000));
    assert_eq!(missing.inner[0].amount, eur(1500));
    assert_eq!(missing.amount, eur(2000));
    assert_eq!(missing.spent, eur(10000).major());
}

#[test]
fn a_stub_needs_its_share_of_the_minimum() {
    let mut spend = level(Some(10000), &[1000], vec![]);
    spend.share = Share { numerator: 10, denominator: 31 };
    assert_eq!(shortfall(&spend).unwrap().amount, eur(2226));
    spend.charges = vec![eur(5000).major()];
    assert_eq!(shortfall(&spend).unwrap().amount, eur(0));
}

#[test]
fn charges_that_give_back_raise_what_is_missing() {
    let spend = level(Some(1000), &[900, -300], vec![]);
    assert_eq!(shortfall(&spend).unwrap().amount, eur(400));
    let without = level(None, &[-300], vec![]);
    assert_eq!(shortfall(&without).unwrap().amount, eur(0));
}

fn schedule(forward: bool) -> Pricing {
    let text = format!(
        r#"{{"pricing_type": "FIXED", "fixed_price": {{"price_per_unit": "1"}},
            "minimum_spend_schedule": {{"minimum_spend_schedule_type": "PER_PERIOD",
            "amount_per_period": ["100", "200", "150"], "allow_pulling_forward": {forward}}}}}"#
    );
    let value: Value = serde_json::from_str(&text).unwrap();
    Pricing::define(&value, eur(0).currency).unwrap()
}

#[test]
fn schedules_hold_their_nth_amount_and_may_count_earlier_excess() {
    for (forward, wanted) in [(true, [0, 50, 150, 0]), (false, [0, 100, 150, 0])] {
        let pricing = schedule(forward);
        let schedule = pricing.minimum_schedule.as_ref().unwrap();
        let mut pulled = Ratio::ZERO;
        for (n, (spent, missing)) in [150, 100, 0, 170].into_iter().zip(wanted).enumerate() {
            let minimum = Some(schedule.minimum(n).clone());
            let mut spend = Spend::new(pricing.currency, minimum, vec![spent.into()]);
            spend.pulled = pulled;
            let settled = shortfall(&spend).unwrap();
            assert_eq!(settled.amount, eur(missing * 100), "{forward} term {n}");
            assert_eq!(settled.spent, Ratio::from(spent + missing), "{forward} term {n}");
            pulled = schedule.pulled(&settled.excess).clone();
        }
        assert_eq!(pulled, Ratio::from(if forward { 20 } else { 0 }));
    }
}
