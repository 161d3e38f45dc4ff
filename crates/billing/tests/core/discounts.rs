//! Discounts: their order, their scopes, their caps and how they are spread.

use billing::invoice::totals::{
    Discount, DiscountScope, Effect, Line, LineKind, LineScope, discount,
};
use calendar::Timestamp;
use money::{Amount, Ratio};

fn eur(minor: i64) -> Amount {
    Amount::new("EUR".parse().unwrap(), minor)
}

fn line(minor: i64, product: &str, kind: LineKind) -> Line {
    let mut line = Line::new(eur(minor), Timestamp::UNIX_EPOCH);
    line.kind = kind;
    line.scope = LineScope {
        product: Some(product.to_owned()),
        product_pricing: Some(format!("{product}-monthly")),
        ..LineScope::default()
    };
    line
}

fn off(scope: DiscountScope, effect: Effect, created: i64) -> Discount {
    let created = Timestamp::from_second(created).unwrap();
    Discount { scope, effect, cap: None, created, prorated: false, part: 0, order: None }
}

fn percent(points: i64) -> Effect {
    Effect::Percent(Ratio::new(points.into(), 100).unwrap())
}

fn amount(minor: i64) -> Effect {
    Effect::Amount { amount: eur(minor), used: eur(0) }
}

/// The lines after the discounts, and what each discount took in the order of application.
fn apply(lines: &[Line], discounts: &[Discount]) -> (Vec<i64>, Vec<(usize, i64)>) {
    let mut nets: Vec<i64> = lines.iter().map(|line| line.amount.minor).collect();
    let uses = discount(lines, discounts, &mut nets).unwrap();
    (nets, uses.iter().map(|used| (used.discount, used.amount.minor)).collect())
}

#[test]
fn narrow_before_wide_percents_before_amounts_old_before_new() {
    use DiscountScope::*;
    let lines = [line(10000, "a", LineKind::Recurring), line(5000, "b", LineKind::Recurring)];
    let discounts = [
        off(Anything, amount(1000), 1),
        off(Anything, percent(10), 9),
        off(Product("a".into()), amount(500), 8),
        off(ProductPricing("a-monthly".into()), percent(50), 7),
        off(Anything, percent(20), 2),
    ];
    // a: 100.00 - 50 % = 50.00 - 5.00 = 45.00; with b 95.00; - 20 % - 10 % = 68.40; - 10.00
    let (nets, uses) = apply(&lines, &discounts);
    assert_eq!(uses, [(3, 5000), (2, 500), (4, 1900), (1, 760), (0, 1000)]);
    assert_eq!(nets.iter().sum::<i64>(), 5840);
    assert_eq!(nets, [2766, 3074]);
}

#[test]
fn some_lines_are_out_of_reach() {
    let lines = [
        line(1000, "a", LineKind::Recurring),
        line(1000, "a", LineKind::OneTime),
        line(1000, "a", LineKind::MinimumSpend),
        line(1000, "a", LineKind::CreditPurchase),
        line(-400, "a", LineKind::Recurring),
    ];
    let everything = [off(DiscountScope::Anything, percent(50), 0)];
    assert_eq!(apply(&lines, &everything).0, [500, 1000, 1000, 1000, -400]);
    let product = [off(DiscountScope::Product("a".into()), percent(50), 0)];
    assert_eq!(apply(&lines, &product).0, [500, 500, 1000, 1000, -400]);
    let other = [off(DiscountScope::Product("b".into()), amount(100), 0)];
    assert_eq!(apply(&lines, &other).1, [(0, 0)]);
}

#[test]
fn amounts_stop_at_zero_at_their_cap_and_at_what_is_left_of_them() {
    let lines = [line(300, "a", LineKind::Recurring), line(100, "b", LineKind::Recurring)];
    let large = off(DiscountScope::Anything, amount(1000), 0);
    assert_eq!(apply(&lines, std::slice::from_ref(&large)).0, [0, 0]);
    let capped = Discount { cap: Some(eur(10)), ..large };
    assert_eq!(apply(&lines, &[capped]).0, [292, 98]);
    let used = Effect::Amount { amount: eur(50), used: eur(30) };
    assert_eq!(apply(&lines, &[off(DiscountScope::Anything, used, 0)]).0, [285, 95]);
    let spent = Effect::Amount { amount: eur(50), used: eur(60) };
    assert_eq!(apply(&lines, &[off(DiscountScope::Anything, spent, 0)]).0, [300, 100]);
}

#[test]
fn amounts_per_unit_follow_the_units_and_end_with_the_line() {
    let mut lines = [line(1000, "a", LineKind::Recurring), line(100, "b", LineKind::Recurring)];
    lines[0].units = "2.5".parse().unwrap();
    lines[1].units = Ratio::from(7);
    let each = off(DiscountScope::Anything, Effect::PerUnit(eur(33)), 0);
    assert_eq!(apply(&lines, std::slice::from_ref(&each)), (vec![917, 0], vec![(0, 183)]));
    let capped = Discount { cap: Some(eur(100)), ..each };
    assert_eq!(apply(&lines, &[capped]).1, [(0, 100)]);
}

#[test]
fn another_currency_is_an_error() {
    let lines = [line(300, "a", LineKind::Recurring)];
    let usd = Amount::new("USD".parse().unwrap(), 10);
    let effect = Effect::Amount { amount: usd, used: usd };
    let mut nets = [300];
    let result = discount(&lines, &[off(DiscountScope::Anything, effect, 0)], &mut nets);
    assert!(result.is_err());
}
