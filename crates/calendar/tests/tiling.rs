//! Periods tile time: for every anchor day, term and zone over thirty years, and whatever instant
//! they are asked for.

#![allow(clippy::unwrap_used, reason = "a test fails loudly")]

use calendar::{Anchor, Frequency, Grid, Term, Timestamp, Zone};
use proptest::prelude::*;

const ZONES: [&str; 7] = [
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "America/Santiago",
];

const CALENDAR_UNITS: [Frequency; 7] = [
    Frequency::Day,
    Frequency::Week,
    Frequency::BiMonth,
    Frequency::Month,
    Frequency::Quarter,
    Frequency::BiAnnual,
    Frequency::Year,
];

fn grid(anchor: Timestamp, zone: &str, count: i64, frequency: Frequency) -> Grid {
    let anchor = Anchor::new(anchor, zone.parse().unwrap());
    Grid::new(anchor, Term::new(count, frequency).unwrap()).unwrap()
}

/// Walks `years` of boundaries; each period must start where the one before ended, and be found
/// from its first and its last instant.
fn walk(grid: &Grid, years: i64) {
    let start = grid.anchor().instant();
    let until = start.as_second() + years * 31_557_600;
    let mut at = start;
    let mut index = 0;
    while at.as_second() < until {
        let found = grid.index_at(at).unwrap();
        assert_eq!(grid.boundary(found).unwrap(), at, "{grid:?}");
        // Numbers rise with time; a skipped day may take one away.
        assert!(found >= index, "{grid:?}");
        let end = grid.boundary(found + 1).unwrap();
        assert!(end > at, "{grid:?}");
        let last = Timestamp::from_nanosecond(end.as_nanosecond() - 1).unwrap();
        assert_eq!(grid.index_at(last).unwrap(), found, "{grid:?} at {last}");
        index = found + 1;
        at = end;
    }
}

#[test]
fn every_anchor_day_term_and_zone_tiles_thirty_years() {
    for zone_name in ZONES {
        let zone: Zone = zone_name.parse().unwrap();
        for day in 1..=31 {
            // October 2000 has 31 days; half past two is the hour that clocks skip or repeat.
            let local = jiff::civil::date(2000, 10, day).at(2, 30, 0, 0);
            let anchor = zone.instant(local).unwrap();
            for frequency in CALENDAR_UNITS {
                let days_only = frequency == Frequency::Day && day % 10 != 1;
                walk(&grid(anchor, zone_name, 1, frequency), if days_only { 2 } else { 30 });
            }
        }
    }
}

#[test]
fn midnights_tile_the_days_that_zones_skip() {
    for zone_name in ZONES {
        let zone: Zone = zone_name.parse().unwrap();
        let anchor = zone.instant(jiff::civil::date(1999, 12, 31).at(0, 0, 0, 0)).unwrap();
        walk(&grid(anchor, zone_name, 1, Frequency::Day), 30);
    }
}

/// Any recurring frequency in any of the zones.
fn recurring_somewhere() -> impl Strategy<Value = (Frequency, &'static str)> {
    (prop::sample::select(&Frequency::ALL[..8]), prop::sample::select(&ZONES[..]))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn the_period_is_the_same_whatever_the_instant(
        anchor in 0_i64..2_000_000_000,
        later in -1_000_000_000_i64..2_000_000_000,
        nanosecond in 0_i32..1_000_000_000,
        count in 1_i64..40,
        (frequency, zone) in recurring_somewhere(),
    ) {
        let grid = grid(Timestamp::new(anchor, nanosecond).unwrap(), zone, count, frequency);
        let instant = Timestamp::from_second(anchor + later).unwrap();
        let period = grid.period_containing(instant).unwrap();
        prop_assert!(period.contains(instant));
        let index = grid.index_at(instant).unwrap();
        prop_assert_eq!(grid.boundary(index).unwrap(), period.start);
        prop_assert_eq!(grid.boundary(index + 1).unwrap(), period.end);
        for at in [period.start, midpoint(period.start, period.end)] {
            prop_assert_eq!(grid.period_containing(at).unwrap(), period);
        }
        prop_assert_eq!(grid.period_containing(period.end).unwrap().start, period.end);
    }

    #[test]
    fn any_instant_count_and_number_has_an_answer_or_an_error(
        anchor in Timestamp::MIN.as_second()..=Timestamp::MAX.as_second(),
        instant in Timestamp::MIN.as_second()..=Timestamp::MAX.as_second(),
        n in any::<i64>(),
        count in prop_oneof![1..=i64::MAX, 1_i64..5],
        (frequency, zone) in recurring_somewhere(),
    ) {
        let at = |second| Timestamp::from_second(second).unwrap_or(Timestamp::MAX);
        let grid = grid(at(anchor), zone, count, frequency);
        let edges = [at(instant), Timestamp::MIN, Timestamp::MAX];
        for instant in edges {
            if let Ok(period) = grid.period_containing(instant) {
                prop_assert!(period.contains(instant));
            }
            let _ = (grid.next_boundary_after(instant), grid.next_boundary_from(instant));
            for end in edges {
                let _ = grid.span_at(instant, at(anchor), Some(end));
            }
        }
        for n in [n, i64::MIN, i64::MAX, 0] {
            let _ = grid.boundary(n);
        }
    }

    #[test]
    fn a_count_takes_every_nth_boundary(
        anchor in 0_i64..2_000_000_000,
        n in -50_i64..50,
        count in 1_i64..24,
        (frequency, zone) in recurring_somewhere(),
    ) {
        let anchor = Timestamp::from_second(anchor).unwrap();
        let (many, one) = (grid(anchor, zone, count, frequency), grid(anchor, zone, 1, frequency));
        prop_assert_eq!(many.boundary(n).unwrap(), one.boundary(n * count).unwrap());
    }
}

fn midpoint(start: Timestamp, end: Timestamp) -> Timestamp {
    Timestamp::from_nanosecond((start.as_nanosecond() + end.as_nanosecond()) / 2).unwrap()
}
