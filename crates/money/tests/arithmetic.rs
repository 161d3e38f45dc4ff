//! Ratios obey arithmetic, and no text makes them panic.

#![allow(clippy::unwrap_used, reason = "a test fails loudly")]

use money::{Currency, Price, Quantity, Ratio, Rounding};
use proptest::prelude::*;

/// Small and wide values, so that both representations and the way between them are met.
fn any_ratio() -> impl Strategy<Value = Ratio> {
    let small = (-50_i128..50, 1_i128..50);
    let wide = (any::<i128>(), 1..=i128::MAX);
    prop_oneof![small, wide].prop_map(|(over, under)| Ratio::new(over, under).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn sums_and_products_obey_their_laws(a in any_ratio(), b in any_ratio(), c in any_ratio()) {
        prop_assert_eq!(&a + &b, &b + &a);
        prop_assert_eq!(&(&a + &b) + &c, &a + &(&b + &c));
        prop_assert_eq!(&(&a * &b) * &c, &a * &(&b * &c));
        prop_assert_eq!(&a * &(&b + &c), &(&a * &b) + &(&a * &c));
        prop_assert_eq!(&a - &a, Ratio::ZERO);
        if !b.is_zero() {
            prop_assert_eq!(&a.checked_div(&b).unwrap() * &b, a);
        }
    }

    #[test]
    fn order_agrees_with_subtraction(a in any_ratio(), b in any_ratio()) {
        prop_assert_eq!(a < b, (&a - &b).is_negative());
        prop_assert_eq!(a == b, (&a - &b).is_zero());
        prop_assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
    }

    #[test]
    fn rounding_stays_within_half(a in any_ratio(), digits in 0_u8..12) {
        let unit = Ratio::ONE.checked_div(&Ratio::power_of_ten(digits)).unwrap();
        let nearest = a.round(digits, Rounding::HalfAwayFromZero);
        let half = &unit * &Ratio::new(1, 2).unwrap();
        prop_assert!((&nearest - &a).abs() <= half);
        prop_assert_eq!((-&a).round(digits, Rounding::HalfAwayFromZero), -&nearest);
        let (low, high) = (a.round(digits, Rounding::Floor), a.round(digits, Rounding::Ceiling));
        prop_assert!(low <= a && a <= high && &high - &low <= unit);
        prop_assert_eq!(nearest.round(digits, Rounding::Floor), nearest);
    }

    #[test]
    fn no_text_is_misread(text in "[-+0-9eE./]{0,20}|.{0,40}") {
        let _ = (text.parse::<Price>(), text.parse::<Quantity>(), text.parse::<Currency>());
        if let Ok(value) = text.parse::<Ratio>() {
            prop_assert_eq!(value.to_string().parse::<Ratio>().unwrap(), value);
        }
    }
}
