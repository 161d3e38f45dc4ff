//! Recognized and deferred revenue always add up to what was invoiced.

use billing::revenue::{Deferral, Recognition};
use calendar::{Period, Timestamp, Zone};
use money::Amount;

fn day(day: i64) -> Timestamp {
    Timestamp::from_second(day * 86_400).unwrap()
}

fn recognized(recognition: &Recognition, minor: i64, at: i64) -> i64 {
    let line = Deferral {
        net: Amount::new("EUR".parse().unwrap(), minor),
        issued: day(1),
        period: Period::new(day(0), day(30)).unwrap(),
        starts: vec![day(0), day(10), day(20)],
    };
    let state = recognition.at(&line, day(at), &Zone::UTC).unwrap();
    assert_eq!(state.recognized.checked_add(state.deferred).unwrap(), line.net);
    state.recognized.minor
}

#[test]
fn revenue_follows_its_schedule() {
    let prices = ["60", "30", "10"].map(|price| price.parse().unwrap()).to_vec();
    let scheduled = Recognition::Scheduled(prices);
    let short = Recognition::Scheduled(vec!["60".parse().unwrap(), "30".parse().unwrap()]);
    let table = [
        // at, immediate, ratable, scheduled, scheduled with a rest
        (0, 0, 0, 0, 0),
        (1, 10000, 333, 6000, 6000),
        (9, 10000, 3000, 6000, 6000),
        (10, 10000, 3333, 9000, 10000),
        (20, 10000, 6667, 10000, 10000),
        (30, 10000, 10000, 10000, 10000),
        (99, 10000, 10000, 10000, 10000),
    ];
    for (at, immediate, ratable, amounts, rest) in table {
        assert_eq!(recognized(&Recognition::Immediate, 10000, at), immediate, "day {at}");
        assert_eq!(recognized(&Recognition::Ratable, 10000, at), ratable, "day {at}");
        assert_eq!(recognized(&Recognition::Ratable, -10000, at), -ratable, "day {at}");
        assert_eq!(recognized(&scheduled, 10000, at), amounts, "day {at}");
        assert_eq!(recognized(&scheduled, -10000, at), -amounts, "day {at}");
        assert_eq!(recognized(&short, 10000, at), rest, "day {at}");
    }
    assert_eq!(recognized(&scheduled, 5000, 5), 5000);
}
