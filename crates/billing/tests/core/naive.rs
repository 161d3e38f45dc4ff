//! A second model of plain cycles, stubs, trials, pauses, discounts and taxes: days one by one, no
//! cleverness. The engine has to agree with it on random worlds.

use std::sync::Arc;

use billing::command::{AskPause, Command, Subscribe, Wanted};
use billing::invoice::{DiscountScope, Effect, InvoiceState};
use billing::pricing::{Configuration, Kind, ProductPricing};
use billing::subscription::{Behaviour, NewDiscount, Status};
use calendar::{Frequency, Term, Timestamp};
use jiff::civil::Date;
use money::{Amount, Quantity, Ratio};
use proptest::prelude::*;

use crate::world;

const HORIZON: i32 = 500;

#[derive(Clone, Debug)]
struct Price {
    frequency: Frequency,
    count: i64,
    cents: i64,
    units: i64,
    arrears: bool,
}

#[derive(Clone, Debug)]
struct Case {
    start: Date,
    /// The first day that is paid for: the start, or the end of a trial.
    paid: Date,
    anchor: Date,
    /// Whether the anchor is said, or is where paying begins.
    anchored: bool,
    length: Option<i32>,
    pause: Option<Pause>,
    prices: Vec<Price>,
    percent: i64,
    off: i64,
    tax: i64,
}

/// Days after the start, and whether what would be billed is waived.
#[derive(Clone, Debug)]
struct Pause {
    from: i32,
    until: Option<i32>,
    void: bool,
}

/// Date, lines, discounts, tax.
type Bill = (Date, i64, i64, i64);

fn months(date: Date) -> i64 {
    i64::from(date.year()) * 12 + i64::from(date.month())
}

fn is_boundary(case: &Case, price: &Price, day: Date) -> bool {
    let apart = i64::from((day - case.anchor).get_days());
    let clipped = |wanted: i8| day.day() == wanted.min(day.days_in_month());
    let each = match price.frequency {
        Frequency::Day => return apart.rem_euclid(price.count) == 0,
        Frequency::Week => return apart.rem_euclid(7 * price.count) == 0,
        Frequency::BiMonth => {
            let known = case.anchor.day();
            let other = if known <= 15 { clipped(known + 15) } else { day.day() == known - 15 };
            return clipped(known) || other;
        }
        Frequency::Month => 1,
        Frequency::Quarter => 3,
        _ => 12,
    };
    let apart = months(day) - months(case.anchor);
    apart.rem_euclid(each * price.count) == 0 && clipped(case.anchor.day())
}

fn rounded(over: i128, under: i128) -> i64 {
    i64::try_from((2 * over + under) / (2 * under)).unwrap()
}

/// What a price comes to from a day on, and the day after its last.
fn charge(case: &Case, price: &Price, from: Date, end: Option<Date>) -> (i64, Date) {
    let mut first = from;
    while !is_boundary(case, price, first) {
        first = first.yesterday().unwrap();
    }
    let mut last = from.tomorrow().unwrap();
    let mut until = None;
    loop {
        if until.is_none() && (end == Some(last) || is_boundary(case, price, last)) {
            until = Some(last);
        }
        if is_boundary(case, price, last) {
            break;
        }
        last = last.tomorrow().unwrap();
    }
    let until = until.unwrap();
    let days = |from: Date, to: Date| i128::from((to - from).get_days());
    let whole = i128::from(price.cents) * i128::from(price.units);
    (rounded(whole * days(from, until), days(first, last)), until)
}

fn bills(case: &Case) -> Vec<Bill> {
    let end = case.length.map(|length| add(case.start, length));
    let mut bills = Vec::new();
    let mut opened: Vec<Option<(i64, Date)>> = case.prices.iter().map(|_| None).collect();
    for passed in 0..=HORIZON {
        let day = add(case.start, passed);
        let mut lines = Vec::new();
        for (price, opened) in case.prices.iter().zip(&mut opened) {
            let turns = day == case.paid || is_boundary(case, price, day) || end == Some(day);
            if !turns || day < case.paid {
                continue;
            }
            if let Some((amount, until)) = opened.take() {
                assert_eq!(until, day);
                lines.extend(price.arrears.then_some(amount));
            }
            if end != Some(day) {
                *opened = Some(charge(case, price, day, end));
                lines.extend(opened.filter(|_| !price.arrears).map(|(amount, _)| amount));
            }
        }
        if !lines.is_empty() && !is_waived(case, passed) {
            bills.push(bill(case, day, lines.iter().sum()));
        }
        if end == Some(day) {
            break;
        }
    }
    bills
}

/// A pause begins after what is billed that day and ends before it.
fn is_waived(case: &Case, passed: i32) -> bool {
    let Some(pause) = &case.pause else { return false };
    pause.void && pause.from < passed && pause.until.is_none_or(|until| passed < until)
}

fn bill(case: &Case, day: Date, sum: i64) -> Bill {
    let percent = rounded(i128::from(sum) * i128::from(case.percent), 100);
    let off = percent + case.off.min(sum - percent);
    (day, sum, off, rounded(i128::from(sum - off) * i128::from(case.tax), 100))
}

fn add(date: Date, days: i32) -> Date {
    date.checked_add(jiff::Span::new().days(days)).unwrap()
}

fn instant(date: Date) -> Timestamp {
    date.to_zoned(jiff::tz::TimeZone::UTC).unwrap().timestamp()
}

fn engine(case: &Case) -> Vec<Bill> {
    let part = |of: i64| Ratio::new(i128::from(of), 100).unwrap();
    let mut snapshot = world::customer(Some(part(case.tax)));
    let plans = case.prices.iter().enumerate().map(|(place, price)| wanted(place, price));
    let eur = |minor| Amount::new("EUR".parse().unwrap(), minor);
    let discount = |effect| NewDiscount {
        name: "off".to_owned(),
        scope: DiscountScope::Anything,
        effect,
        cap: None,
        expires: None,
        details: Default::default(),
    };
    let wanted = Subscribe {
        anchor: case.anchored.then(|| instant(case.anchor)),
        trial: (case.paid != case.start).then(|| instant(case.paid)),
        end: case.length.map(|length| instant(add(case.start, length))),
        discounts: vec![
            discount(Effect::Amount { amount: eur(case.off), used: eur(0) }),
            discount(Effect::Percent(part(case.percent))),
        ],
        ..Subscribe::to("acme", plans.collect())
    };
    let command = Command::Subscribe(Box::new(wanted));
    world::run(&mut snapshot, &command, instant(case.start)).unwrap();
    if let Some(pause) = &case.pause {
        let now = instant(add(case.start, pause.from));
        world::advance(&mut snapshot, now);
        let pause = Command::Pause(AskPause {
            subscription: snapshot.subscriptions[0].id.clone(),
            behaviour: if pause.void { Behaviour::Void } else { Behaviour::Draft },
            resume: pause.until.map(|until| instant(add(case.start, until))),
        });
        let over = snapshot.subscriptions[0].status == Status::Ended;
        assert_eq!(world::run(&mut snapshot, &pause, now).is_err(), over);
    }
    world::advance(&mut snapshot, instant(add(case.start, HORIZON)));
    let date = |at: Timestamp| at.to_zoned(jiff::tz::TimeZone::UTC).date();
    snapshot
        .invoices
        .iter()
        .filter(|invoice| !matches!(invoice.state, InvoiceState::Void { .. }))
        .map(|invoice| (date(invoice.billing_date), invoice.totals))
        .map(|(date, totals)| {
            (date, totals.sub_total.minor, totals.discount.minor, totals.tax.minor)
        })
        .collect()
}

fn wanted(place: usize, price: &Price) -> Wanted {
    let term = Term::new(price.count, price.frequency).unwrap();
    let charge_type = if price.arrears { "POST_ONLY" } else { "PRE_POST" };
    let definition = format!(
        r#"{{"pricing_type": "FIXED", "charge_type": "{charge_type}",
             "fixed_price": {{"price_per_unit": "{}.{:02}"}}}}"#,
        price.cents / 100,
        price.cents % 100
    );
    let plan: Arc<ProductPricing> =
        world::plan(&format!("p{place}"), term, Kind::Licence, &definition);
    let licences = Quantity::new(Ratio::from(price.units)).unwrap();
    let configs = vec![Configuration { licences, ..Configuration::default() }];
    Wanted { configurations: configs, ..Wanted::new(plan) }
}

fn prices() -> impl Strategy<Value = Price> {
    use Frequency::*;
    let frequency = prop::sample::select(vec![Day, Week, BiMonth, Month, Month, Quarter, Year]);
    (frequency, 1_i64..4, 0_i64..20_000, 1_i64..8, any::<bool>()).prop_map(
        |(frequency, count, cents, units, arrears)| {
            // Twice a month is counted in single steps here, and days in few, to keep it short.
            let count = match frequency {
                BiMonth => 1,
                Day => count * 9,
                _ => count,
            };
            Price { frequency, count, cents, units, arrears }
        },
    )
}

fn cases() -> impl Strategy<Value = Case> {
    let first = jiff::civil::date(2023, 11, 1);
    let start = (0_i32..500).prop_map(move |days| add(first, days));
    let length = prop::option::of(1_i32..HORIZON);
    let pause = (0_i32..400, prop::option::of(1_i32..200), any::<bool>()).prop_map(
        |(from, length, void)| Pause { from, until: length.map(|length| from + length), void },
    );
    let life = (length, prop::option::of(1_i32..90), any::<bool>(), prop::option::of(pause));
    let prices = prop::collection::vec(prices(), 1..4);
    (start, -70_i32..70, life, prices, 0_i64..101, 0_i64..5_000, 0_i64..30).prop_map(
        |(start, shift, (length, trial, anchored, pause), prices, percent, off, tax)| {
            let paid = add(start, trial.unwrap_or(0));
            let anchor = if anchored { add(start, shift) } else { paid };
            let length = length.map(|length| length + trial.unwrap_or(0));
            Case { start, paid, anchor, anchored, length, pause, prices, percent, off, tax }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn the_engine_agrees_with_a_naive_model(case in cases()) {
        prop_assert_eq!(engine(&case), bills(&case));
    }
}
