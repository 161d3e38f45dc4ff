//! Billing in advance, what exceeds it, and units that carry over.

use billing::definition::Value;
use billing::pricing::{Carryover, Demand, ItemPricing, Kind};
use money::Ratio;

fn gradient() -> ItemPricing {
    let text = r#"{"pricing_type": "GRADIENT", "gradient_price": [
        {"end": 10, "price_per_unit": "1.005"},
        {"start": 10, "end": null, "price_per_unit": "0.5"}]}"#;
    let value: Value = serde_json::from_str(text).unwrap();
    ItemPricing::define(&value, "EUR".parse().unwrap()).unwrap()
}

fn units(units: i64) -> Demand {
    Demand::new(units.into(), Kind::Usage)
}

#[test]
fn the_excess_is_the_whole_less_the_advance() {
    let pricing = gradient();
    let table = [
        // known, actual, advance, excess
        (5, 5, 503, 0),
        (5, 3, 503, 0),
        (5, 10, 503, 502),
        (5, 30, 503, 1502),
        (0, 1, 0, 101),
    ];
    for (known, actual, first, rest) in table {
        let billed = pricing.charge(&units(known)).unwrap().rounded().unwrap();
        assert_eq!(billed.minor, first, "{known}");
        let (_, more) = pricing.charge(&units(actual)).unwrap().beyond(Some(billed)).unwrap();
        assert_eq!(more.minor, rest, "{known} {actual}");
    }
}

#[test]
fn units_left_over_pay_later_excess_oldest_first() {
    let ratio = |value: i64| Ratio::from(value);
    let first = Carryover::default().settle(&ratio(100), &ratio(70));
    assert_eq!((first.charged, first.taken), (ratio(70), Ratio::ZERO));
    let second = first.left.settle(&ratio(100), &ratio(80));
    assert_eq!(second.left.units(), ratio(50));
    let third = second.left.settle(&ratio(100), &ratio(140));
    assert_eq!((third.taken.clone(), third.charged.clone()), (ratio(40), ratio(100)));
    assert_eq!(third.left.units(), ratio(10));
    let fourth = third.left.settle(&ratio(100), &ratio(140));
    assert_eq!((fourth.taken, fourth.charged), (ratio(10), ratio(130)));
    assert_eq!(fourth.left, Carryover::default());
}
