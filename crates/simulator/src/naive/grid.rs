//! Boundaries, day by day.

use calendar::{Frequency, Term};
use jiff::civil::Date;

/// The last boundary up to a day.
pub fn period_start(anchor: Date, term: Term, day: Date) -> Date {
    let mut day = day;
    while !is_boundary(anchor, term, day) {
        day = day.yesterday().unwrap_or(anchor);
    }
    day
}

/// The first boundary behind a day.
pub fn next(anchor: Date, term: Term, day: Date) -> Date {
    let mut day = day.tomorrow().unwrap_or(anchor);
    while !is_boundary(anchor, term, day) {
        day = day.tomorrow().unwrap_or(anchor);
    }
    day
}

pub fn is_boundary(anchor: Date, term: Term, day: Date) -> bool {
    let apart = i64::from((day - anchor).get_days());
    let count = term.count();
    let clipped = |wanted: i8| day.day() == wanted.min(day.days_in_month());
    let each = match term.frequency() {
        Frequency::Day => return apart.rem_euclid(count) == 0,
        Frequency::Week => return apart.rem_euclid(7 * count) == 0,
        Frequency::BiMonth => {
            let known = anchor.day();
            let other = if known <= 15 { clipped(known + 15) } else { day.day() == known - 15 };
            return clipped(known) || other;
        }
        Frequency::Month => 1,
        Frequency::Quarter => 3,
        Frequency::BiAnnual => 6,
        _ => 12,
    };
    let months = |date: Date| i64::from(date.year()) * 12 + i64::from(date.month());
    let apart = months(day) - months(anchor);
    apart.rem_euclid(each * count) == 0 && clipped(anchor.day())
}
