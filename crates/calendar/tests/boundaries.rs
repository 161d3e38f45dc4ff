//! Tables of boundaries that a person can check with a calendar on the wall.

#![allow(clippy::unwrap_used, reason = "a test fails loudly")]

use calendar::{Anchor, CalendarError, Frequency, Grid, Term, Timestamp, Zone};

fn grid(anchor: &str, zone: &str, count: i64, frequency: Frequency) -> Grid {
    let anchor = Anchor::new(anchor.parse().unwrap(), zone.parse().unwrap());
    Grid::new(anchor, Term::new(count, frequency).unwrap()).unwrap()
}

fn local(grid: &Grid, n: i64) -> String {
    grid.anchor().zone().local(grid.boundary(n).unwrap()).to_string()
}

#[test]
fn boundaries_are_counted_from_the_anchor() {
    for (anchor, count, frequency, from, dates) in BOUNDARIES {
        let grid = grid(&format!("{anchor}T00:00:00Z"), "UTC", count, frequency);
        let got: Vec<String> = (from..).take(dates.len()).map(|n| local(&grid, n)).collect();
        let wanted: Vec<String> = dates.iter().map(|date| format!("{date}T00:00:00")).collect();
        assert_eq!(got, wanted, "{count} x {frequency} from {anchor}");
    }
}

#[test]
fn clocks_that_change_keep_the_wall_time() {
    let daily = grid("2026-03-27T01:30:00Z", "Europe/Berlin", 1, Frequency::Day);
    // 02:30 does not exist on the 29th and comes back on the 30th.
    let times: Vec<String> = (0..4).map(|n| local(&daily, n)).collect();
    let wanted = [
        "2026-03-27T02:30:00",
        "2026-03-28T02:30:00",
        "2026-03-29T03:30:00",
        "2026-03-30T02:30:00",
    ];
    assert_eq!(times, wanted);
    let hourly = grid("2026-03-29T00:00:00Z", "Europe/Berlin", 1, Frequency::Hour);
    assert_eq!(hourly.boundary(3).unwrap().to_string(), "2026-03-29T03:00:00Z");
}

#[test]
fn an_anchor_in_the_second_pass_of_an_hour_is_its_own_boundary() {
    let anchor = "2026-10-25T01:30:00Z";
    let grid = grid(anchor, "Europe/Berlin", 1, Frequency::Month);
    assert_eq!(grid.boundary(0).unwrap().to_string(), anchor);
    assert_eq!(grid.boundary(1).unwrap().to_string(), "2026-11-25T01:30:00Z");
}

#[test]
fn a_skipped_day_makes_no_period() {
    let grid = grid("2011-12-28T10:00:00Z", "Pacific/Apia", 1, Frequency::Day);
    let noon: Timestamp = "2011-12-30T09:00:00Z".parse().unwrap();
    let period = grid.period_containing(noon).unwrap();
    assert!(period.start < period.end);
    let next = grid.period_containing(period.end).unwrap();
    assert_eq!(next.start, period.end);
    let skipped = (0..6).filter(|n| grid.boundary(*n) == grid.boundary(n + 1)).count();
    assert_eq!(skipped, 1);
}

#[test]
fn a_nominal_day_survives_short_months() {
    let start: Timestamp = "2013-02-16T00:00:00Z".parse().unwrap();
    let anchor = Anchor::on_day(start, Zone::UTC, 30).unwrap();
    let yearly = Grid::new(anchor, Term::every(Frequency::Year)).unwrap();
    let dates: Vec<String> = (0..4).map(|n| local(&yearly, n)).collect();
    let wanted = ["2013-02-28", "2014-02-28", "2015-02-28", "2016-02-29"];
    assert_eq!(dates, wanted.map(|date| format!("{date}T00:00:00")));
    assert_eq!(yearly.next_boundary_from(start), yearly.boundary(0));
    assert_eq!(Anchor::on_day(start, Zone::UTC, 0), Err(CalendarError::DayOfMonth));
}

#[test]
fn the_end_of_the_calendar_is_an_error() {
    let last = grid("9999-12-01T00:00:00Z", "UTC", 1, Frequency::Month);
    assert_eq!(last.boundary(1), Err(CalendarError::OutOfRange));
    assert_eq!(last.boundary(i64::MIN), Err(CalendarError::OutOfRange));
    let late = "9999-12-20T00:00:00Z".parse().unwrap();
    assert_eq!(last.next_boundary_after(late), Err(CalendarError::OutOfRange));
    for frequency in Frequency::ALL.into_iter().filter(|f| *f != Frequency::OneTime) {
        let wide = grid("2026-01-01T00:00:00Z", "UTC", i64::MAX, frequency);
        for n in [1, -1, i64::MAX, i64::MIN] {
            assert_eq!(wide.boundary(n), Err(CalendarError::OutOfRange), "{frequency}");
        }
        assert!(wide.index_at("2030-01-01T00:00:00Z".parse().unwrap()).is_ok_and(|n| n == 0));
        assert!(wide.index_at("2020-01-01T00:00:00Z".parse().unwrap()).is_ok_and(|n| n == -1));
    }
}

#[test]
fn one_time_terms_have_no_grid() {
    let anchor = Anchor::new(Timestamp::UNIX_EPOCH, Zone::UTC);
    let grid = Grid::new(anchor, Term::every(Frequency::OneTime));
    assert_eq!(grid, Err(CalendarError::OneTime));
}

#[test]
fn stubs_know_the_period_that_measures_them() {
    let grid = grid("2026-01-15T00:00:00Z", "UTC", 1, Frequency::Month);
    let (start, end) =
        ("2026-01-20T00:00:00Z".parse().unwrap(), "2026-03-20T00:00:00Z".parse().unwrap());
    let inside = ["2026-02-14T00:00:00Z", "2026-02-15T00:00:00Z", "2026-03-15T00:00:00Z"];
    let spans = inside.map(|at| grid.span_at(at.parse().unwrap(), start, Some(end)).unwrap());
    let shares: Vec<(i64, i64)> = spans
        .iter()
        .map(|span| span.share(calendar::Measure::LocalDays, &Zone::UTC).unwrap())
        .map(|share| (share.numerator(), share.denominator()))
        .collect();
    assert_eq!(shares, [(26, 31), (28, 28), (5, 31)]);
    assert_eq!(spans.iter().filter(|span| span.is_stub()).count(), 2);
    let before = grid.span_at("2020-01-01T00:00:00Z".parse().unwrap(), start, Some(end)).unwrap();
    assert_eq!(before, spans[0]);
    assert_eq!(grid.span_at(end, start, Some(end)).unwrap(), spans[2]);
}

/// Anchor, count, frequency, the first n, and the boundaries from there.
const BOUNDARIES: [(&str, i64, Frequency, i64, &[&str]); 14] = [
    (
        "2026-01-31",
        1,
        Frequency::Month,
        0,
        &["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"],
    ),
    ("2026-01-31", 1, Frequency::Month, -2, &["2025-11-30", "2025-12-31", "2026-01-31"]),
    (
        "2024-02-29",
        1,
        Frequency::Year,
        0,
        &["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28"],
    ),
    ("2024-02-29", 4, Frequency::Year, -1, &["2020-02-29", "2024-02-29", "2028-02-29"]),
    ("2025-11-30", 1, Frequency::Quarter, 0, &["2025-11-30", "2026-02-28", "2026-05-30"]),
    ("2025-08-31", 1, Frequency::BiAnnual, 0, &["2025-08-31", "2026-02-28", "2026-08-31"]),
    (
        "2026-01-05",
        1,
        Frequency::BiMonth,
        0,
        &["2026-01-05", "2026-01-20", "2026-02-05", "2026-02-20"],
    ),
    (
        "2026-01-15",
        1,
        Frequency::BiMonth,
        1,
        &["2026-01-30", "2026-02-15", "2026-02-28", "2026-03-15"],
    ),
    (
        "2026-01-16",
        1,
        Frequency::BiMonth,
        0,
        &["2026-01-16", "2026-02-01", "2026-02-16", "2026-03-01"],
    ),
    (
        "2026-01-31",
        1,
        Frequency::BiMonth,
        -1,
        &["2026-01-16", "2026-01-31", "2026-02-16", "2026-02-28"],
    ),
    (
        "2026-01-05",
        3,
        Frequency::BiMonth,
        -1,
        &["2025-11-20", "2026-01-05", "2026-02-20", "2026-04-05"],
    ),
    ("2026-01-01", 2, Frequency::Week, -1, &["2025-12-18", "2026-01-01", "2026-01-15"]),
    ("2026-02-27", 3, Frequency::Day, 0, &["2026-02-27", "2026-03-02", "2026-03-05"]),
    (
        "2024-01-31",
        2,
        Frequency::Month,
        0,
        &["2024-01-31", "2024-03-31", "2024-05-31", "2024-07-31"],
    ),
];
