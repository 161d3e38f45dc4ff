//! Properties of the arithmetic, for any input.

use billing::credit::{Rank, Scope};
use billing::definition::Value;
use billing::invoice::totals::{Bill, Credit, Discount, DiscountScope, Effect, Line, total};
use billing::period::{prorate, reverse};
use billing::pricing::{Demand, ItemPricing, Kind};
use calendar::{Measure, Period, Share, Timestamp, Zone};
use money::{Amount, Ratio, Rounding, apportion, split};
use proptest::prelude::*;

fn eur(minor: i64) -> Amount {
    Amount::new("EUR".parse().unwrap(), minor)
}

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

fn over_under(over: i64, under: i64) -> Ratio {
    Ratio::new(over.into(), under.into()).unwrap()
}

/// A discount on everything.
fn off(effect: Effect) -> Discount {
    Discount {
        scope: DiscountScope::Anything,
        effect,
        cap: None,
        created: at(0),
        prorated: false,
        part: 0,
        order: None,
    }
}

fn credit(minor: &i64) -> Credit {
    Credit::new(eur(*minor), Rank::new(Scope::Customer, None, at(*minor)))
}

fn any_ratio() -> impl Strategy<Value = Ratio> {
    (any::<i64>(), 1..=i64::MAX)
        .prop_map(|(over, under)| Ratio::new(over.into(), under.into()).unwrap())
}

/// Tiers of rising ends and prices that change in one direction, as a definition.
fn tiers(names: (&str, &str), steps: &[(u32, u32)], falling: bool) -> String {
    let mut end = 0;
    let mut price: u64 =
        if falling { steps.iter().map(|(_, step)| u64::from(*step)).sum() } else { 0 };
    let mut tiers = Vec::new();
    for (place, (width, step)) in steps.iter().enumerate() {
        let start = end;
        end += u64::from(*width) + 1;
        if falling {
            price -= u64::from(*step)
        } else {
            price += u64::from(*step)
        }
        let upper = if place + 1 == steps.len() { "null".to_owned() } else { end.to_string() };
        tiers.push(format!(
            r#"{{"{}": {start}, "{}": {upper}, "price_per_unit": "{price}e-3"}}"#,
            names.0, names.1
        ));
    }
    format!("[{}]", tiers.join(","))
}

fn pricing(kind: &str, field: &str, prices: &str) -> ItemPricing {
    let text = format!(r#"{{"pricing_type": "{kind}", "{field}": {prices}}}"#);
    let value: Value = serde_json::from_str(&text).unwrap();
    ItemPricing::define(&value, eur(0).currency).unwrap()
}

fn cost(pricing: &ItemPricing, units: u32, parts: u32) -> Ratio {
    let units = Ratio::new(units.into(), parts.into()).unwrap();
    pricing.charge(&Demand::new(units, Kind::Usage)).unwrap().exact
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn parts_add_up_to_the_whole(
        total in any::<i64>(),
        weights in prop::collection::vec(any_ratio().prop_map(|weight| weight.abs()), 1..20),
    ) {
        let parts = split(total, &weights).unwrap();
        let sum: i128 = parts.iter().map(|part| i128::from(*part)).sum();
        prop_assert_eq!(sum, i128::from(total));
        let mirrored = total.checked_neg().map(|total| split(total, &weights).unwrap());
        if let Some(mirrored) = mirrored {
            prop_assert!(parts.iter().zip(mirrored).all(|(part, other)| *part == -other));
        }
        let all: Ratio = weights.iter().sum();
        if !all.is_zero() {
            for (part, weight) in parts.iter().zip(&weights) {
                let exact = Ratio::from(total) * weight.checked_div(&all).unwrap();
                prop_assert!((Ratio::from(*part) - exact).abs() < Ratio::ONE);
            }
        }
    }

    #[test]
    fn rounded_parts_of_any_sign_add_up_and_stay_near(
        exact in prop::collection::vec((-1_000_000_i64..1_000_000, 1_i64..5000), 0..20),
    ) {
        let exact: Vec<Ratio> = exact.into_iter().map(|(a, b)| over_under(a, b)).collect();
        let parts = apportion(&exact).unwrap();
        let sum: Ratio = parts.iter().map(|part| Ratio::from(*part)).sum();
        let rounded = exact.iter().sum::<Ratio>().to_whole(Rounding::HalfAwayFromZero);
        prop_assert_eq!(sum, rounded);
        for (part, exact) in parts.iter().zip(&exact) {
            prop_assert!((Ratio::from(*part) - exact).abs() < Ratio::ONE);
        }
    }

    #[test]
    fn a_ratio_survives_being_written(value in any_ratio(), other in any_ratio()) {
        let wide = &value * &other * &value;
        for value in [&value, &wide] {
            prop_assert_eq!(&value.to_string().parse::<Ratio>().unwrap(), value);
        }
        prop_assert_eq!(&(&wide + &other) - &other, wide);
    }

    #[test]
    fn a_line_is_off_by_half_a_minor_unit_at_most(
        minor in -1_000_000_000_000_i64..1_000_000_000_000,
        numerator in 0_i64..400,
        denominator in 1_i64..400,
    ) {
        let share = Share::new(numerator, denominator).unwrap();
        let line = prorate(eur(minor), share).unwrap();
        let error = (Ratio::from(line.minor) - Ratio::from(minor) * share.ratio()).abs();
        prop_assert!(error <= Ratio::new(1, 2).unwrap());
        prop_assert_eq!(prorate(eur(-minor), share).unwrap(), eur(-line.minor));
    }

    #[test]
    fn a_credit_and_a_charge_of_one_span_cancel(
        minor in 0_i64..1_000_000_000_000,
        start in 0_i64..2_000_000_000,
        length in 86_400_i64..40_000_000,
        part in 0_i64..1000,
        seconds in any::<bool>(),
    ) {
        let period = Period::new(at(start), at(start + length)).unwrap();
        let instant = at(start + length * part / 1000);
        let measure = if seconds { Measure::Seconds } else { Measure::LocalDays };
        let zone: Zone = "Europe/Berlin".parse().unwrap();
        let unused = Share::remaining(instant, period, measure, &zone).unwrap();
        let (_, back) = reverse(eur(minor), unused, eur(0)).unwrap();
        let charged = prorate(eur(minor), unused).unwrap();
        prop_assert_eq!(back.checked_add(charged).unwrap(), eur(0));
        // What is given back and what is kept are the whole, and a second time gives no more.
        prop_assert!(back.minor <= 0 && -back.minor <= minor);
        let (_, again) = reverse(eur(minor), Share::FULL, eur(-back.minor)).unwrap();
        prop_assert_eq!(back.checked_add(again).unwrap(), eur(-minor));
    }

    #[test]
    fn gradient_charges_rise_with_units(
        steps in prop::collection::vec((0_u32..50, 0_u32..5000), 1..6),
        falling in any::<bool>(),
        units in prop::collection::vec(0_u32..1000, 2),
        parts in 1_u32..8,
    ) {
        let prices = tiers(("start", "end"), &steps, falling);
        let pricing = pricing("GRADIENT", "gradient_price", &prices);
        let (less, more) = (units[0].min(units[1]), units[0].max(units[1]));
        prop_assert!(cost(&pricing, less, parts) <= cost(&pricing, more, parts));
    }

    #[test]
    fn volume_charges_rise_with_units_where_prices_do(
        steps in prop::collection::vec((0_u32..50, 0_u32..5000), 1..6),
        units in prop::collection::vec(0_u32..1000, 2),
        parts in 1_u32..8,
    ) {
        let prices = tiers(("total_units_start", "total_units_end"), &steps, false);
        let pricing = pricing("VOLUME", "volume_price", &prices);
        let (less, more) = (units[0].min(units[1]), units[0].max(units[1]));
        prop_assert!(cost(&pricing, less, parts) <= cost(&pricing, more, parts));
    }

    #[test]
    fn totals_agree_and_enough_credit_leaves_nothing_due(
        amounts in prop::collection::vec(-50_000_i64..1_000_000, 1..8),
        rates in prop::collection::vec(0_i64..3000, 0..3),
        percent in 0_i64..=1000,
        amount in 0_i64..2_000_000,
        balances in prop::collection::vec(0_i64..3_000_000, 0..4),
    ) {
        let rates: Vec<Ratio> = rates.iter().map(|rate| over_under(*rate, 10_000)).collect();
        let line = |minor: &i64| {
            let mut line = Line::new(eur(*minor), at(0));
            line.rates = (0..rates.len()).collect();
            line
        };
        let discounts = vec![
            off(Effect::Amount { amount: eur(amount), used: eur(0) }),
            off(Effect::Percent(over_under(percent, 1000))),
        ];
        let mut bill = Bill {
            currency: eur(0).currency,
            lines: amounts.iter().map(line).collect(),
            discounts,
            rates: rates.clone(),
            credits: balances.iter().map(credit).collect(),
        };
        let totals = total(&bill).unwrap().totals;
        let gross = totals.sub_total.minor - totals.discount.minor + totals.tax.minor;
        prop_assert_eq!(totals.total.minor, gross - totals.credits.minor);
        prop_assert!(totals.total.minor >= 0);
        bill.credits.push(credit(&1_000_000_000));
        let totalled = total(&bill).unwrap();
        prop_assert_eq!(totalled.totals.total, eur(0));
        for used in &totalled.credits {
            let spread: i64 = used.parts.iter().map(|(net, tax)| net + tax).sum();
            prop_assert_eq!(spread, used.net.minor + used.tax.minor);
            prop_assert!(spread <= bill.credits[used.credit].balance.minor);
        }
    }
}
