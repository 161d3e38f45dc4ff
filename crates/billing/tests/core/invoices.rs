//! Whole invoices: tax per rate, credits in proportion, totals and what is given back.

use billing::credit::{Rank, Scope};
use billing::invoice::totals::{Bill, Billed, Credit, InvoiceError, Line, Totalled, total};
use calendar::Timestamp;
use money::{Amount, Ratio};

fn eur(minor: i64) -> Amount {
    Amount::new("EUR".parse().unwrap(), minor)
}

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

fn line(minor: i64, rates: &[usize]) -> Line {
    let mut line = Line::new(eur(minor), at(100));
    line.rates = rates.to_vec();
    line
}

fn credit(minor: i64) -> Credit {
    Credit::new(eur(minor), Rank::new(Scope::Customer, None, at(0)))
}

fn invoice(lines: Vec<Line>, rates: &[&str], credits: Vec<Credit>) -> Totalled {
    let rates = rates.iter().map(|rate| rate.parse().unwrap()).collect();
    let bill = Bill { currency: eur(0).currency, lines, discounts: vec![], rates, credits };
    total(&bill).unwrap()
}

#[test]
fn credits_pay_net_and_tax_in_proportion() {
    let totalled = invoice(vec![line(10000, &[0])], &["0.19"], vec![credit(5000)]);
    assert_eq!(totalled.totals.tax, eur(1900));
    assert_eq!(totalled.totals.total, eur(6900));
    assert_eq!(totalled.totals.revenue, eur(5798));
    assert_eq!(totalled.credits[0].parts, [(4202, 798)]);
}

#[test]
fn tax_is_rounded_once_per_rate_and_shown_by_line() {
    // Each line alone would round 0.095 up; together they are 0.285.
    let lines = vec![line(50, &[0]), line(50, &[0]), line(50, &[0, 1])];
    let totalled = invoice(lines, &["0.19", "0.05"], vec![]);
    assert_eq!(totalled.taxes[0].amount, eur(29));
    assert_eq!(totalled.taxes[0].parts, [10, 10, 9]);
    assert_eq!(totalled.taxes[1].amount, eur(3));
    assert_eq!(totalled.taxes[1].base, eur(50));
    assert_eq!(totalled.totals.total, eur(182));
}

#[test]
fn children_of_a_rollup_are_taxed_apart() {
    let mut lines = vec![line(50, &[0]), line(50, &[0])];
    lines[1].group = 1;
    let totalled = invoice(lines, &["0.19"], vec![]);
    assert_eq!(totalled.totals.tax, eur(20));
    assert_eq!(totalled.taxes.len(), 2);
}

#[test]
fn an_unknown_rate_is_an_error() {
    let bill = Bill {
        currency: eur(0).currency,
        lines: vec![line(50, &[3])],
        discounts: vec![],
        rates: vec![Ratio::ZERO],
        credits: vec![],
    };
    assert_eq!(total(&bill), Err(InvoiceError::UnknownRate(0)));
}

#[test]
fn a_total_below_zero_is_given_back_whole() {
    let totalled = invoice(vec![line(-3000, &[0]), line(1000, &[0])], &["0.19"], vec![credit(500)]);
    let totals = totalled.totals;
    assert_eq!((totals.total, totals.credits), (eur(0), eur(-2380)));
    assert_eq!((totals.tax, totals.revenue), (eur(-380), eur(-2000)));
    assert!(totalled.credits.is_empty());
}

#[test]
fn credits_are_used_in_their_order_and_within_their_scope() {
    let mut known = line(1000, &[]);
    known.scope.subscription = Some("s".to_owned());
    known.scope.product = Some("p".to_owned());
    let lines = vec![known, line(2000, &[])];
    let mut bound = credit(700);
    bound.subscription = Some("s".to_owned());
    bound.rank = Rank::new(Scope::Subscription, None, at(9));
    let mut product = credit(700);
    product.products = vec!["p".to_owned()];
    product.rank = Rank::new(Scope::Product, None, at(9));
    let dollars = Credit::new(Amount::new("USD".parse().unwrap(), 900), product.rank);
    let totalled = invoice(lines, &[], vec![credit(500), dollars, product, bound]);
    let used: Vec<(usize, i64)> =
        totalled.credits.iter().map(|used| (used.credit, used.net.minor)).collect();
    assert_eq!(used, [(3, 700), (2, 300), (0, 500)]);
    assert_eq!(totalled.totals.total, eur(1500));
}

#[test]
fn expired_credits_pay_only_what_they_lived_for() {
    let mut arrears = line(1000, &[]);
    arrears.billed = Billed::Arrears(at(100));
    let lines = vec![arrears, line(1000, &[])];
    for (expires, paid) in [(99, 0), (100, 1000), (101, 2000)] {
        let mut credit = credit(5000);
        credit.expires = Some(at(expires));
        let totalled = invoice(lines.clone(), &[], vec![credit]);
        assert_eq!(totalled.totals.credits, eur(paid), "{expires}");
    }
}

#[test]
fn a_child_s_credits_come_first_and_pay_its_own_lines() {
    let mut lines = vec![line(1000, &[]), line(1000, &[])];
    lines[1].group = 1;
    let mut child = credit(1500);
    child.group = Some(1);
    let totalled = invoice(lines, &[], vec![credit(300), child]);
    assert_eq!(totalled.credits[0].credit, 1);
    assert_eq!(totalled.credits[0].parts, [(0, 0), (1000, 0)]);
    assert_eq!(totalled.totals.total, eur(700));
}

#[test]
fn negative_lines_lower_what_credits_have_to_pay() {
    let totalled =
        invoice(vec![line(3000, &[0]), line(-1500, &[0])], &["0.19"], vec![credit(9999)]);
    assert_eq!(totalled.totals.credits, eur(1785));
    assert_eq!((totalled.totals.total, totalled.totals.revenue), (eur(0), eur(0)));
}

#[test]
fn totals_beyond_64_bits_are_an_error() {
    let bill = Bill {
        currency: eur(0).currency,
        lines: vec![line(i64::MAX, &[0])],
        discounts: vec![],
        rates: vec![Ratio::ONE],
        credits: vec![],
    };
    assert!(matches!(total(&bill), Err(InvoiceError::Amount(_))));
}
