//! The n-th step of a frequency from an anchor, as wall-clock time in the anchor's zone. Each step
//! is computed alone; finding the step before an instant is an estimate and a few corrections.

use jiff::civil::{Date, DateTime};
use jiff::{Span, Timestamp};

use crate::{Anchor, CalendarError, Frequency};

const HOUR_IN_NANOSECONDS: i128 = 3_600_000_000_000;
/// 0001-01-01T00:00:00Z in seconds; the other end is the library's own.
const FIRST_SECOND: i64 = -62_135_596_800;
/// An estimate is off by less than this, whatever a zone does to its clocks.
const CORRECTIONS: i128 = 8;

/// The instant `steps` units of `frequency` after the anchor.
pub(crate) fn at_step(
    anchor: &Anchor,
    frequency: Frequency,
    steps: i128,
) -> Result<Timestamp, CalendarError> {
    let instant = match frequency {
        Frequency::OneTime => return Err(CalendarError::OneTime),
        Frequency::Hour => elapsed(anchor.instant(), steps)?,
        _ if steps == 0 && anchor.is_boundary() => anchor.instant(),
        _ => {
            let time = anchor.zone().local(anchor.instant()).time();
            let date = date_at(anchor, frequency, steps)?;
            anchor.zone().instant(DateTime::from_parts(date, time))?
        }
    };
    let known = instant.as_second() >= FIRST_SECOND;
    known.then_some(instant).ok_or(CalendarError::OutOfRange)
}

/// The last step that is not after `instant`. Steps that fall on one instant count as the last of
/// them, so the step that follows is always later.
pub(crate) fn last_step(
    anchor: &Anchor,
    frequency: Frequency,
    instant: Timestamp,
) -> Result<i128, CalendarError> {
    // One more than the estimate, in case a zone moved a boundary by a day.
    let high = estimate(anchor, frequency, instant)? + 1;
    for step in (high - CORRECTIONS..=high).rev() {
        let reached = match at_step(anchor, frequency, step) {
            Ok(boundary) => boundary <= instant,
            // Outside the calendar: late steps are after every instant, early ones before.
            Err(CalendarError::OutOfRange) => step < 0,
            Err(error) => return Err(error),
        };
        if reached {
            return Ok(step);
        }
    }
    Err(CalendarError::OutOfRange)
}

fn estimate(
    anchor: &Anchor,
    frequency: Frequency,
    instant: Timestamp,
) -> Result<i128, CalendarError> {
    let (from, to) = (first_date(anchor)?, anchor.zone().date(instant));
    let months = i128::from(month_index(to) - month_index(from));
    let days = i128::from(days_between(from, to));
    Ok(match frequency {
        Frequency::OneTime => return Err(CalendarError::OneTime),
        Frequency::Hour => {
            let passed = instant.as_nanosecond() - anchor.instant().as_nanosecond();
            passed.div_euclid(HOUR_IN_NANOSECONDS)
        }
        Frequency::Day => days,
        Frequency::Week => days.div_euclid(7),
        Frequency::BiMonth => 2 * months + 1,
        Frequency::Month => months,
        Frequency::Quarter => months.div_euclid(3),
        Frequency::BiAnnual => months.div_euclid(6),
        Frequency::Year => months.div_euclid(12),
    })
}

fn date_at(anchor: &Anchor, frequency: Frequency, steps: i128) -> Result<Date, CalendarError> {
    let day = anchor.day();
    match frequency {
        Frequency::Hour | Frequency::OneTime => Err(CalendarError::OneTime),
        Frequency::Day => add_days(first_date(anchor)?, steps),
        Frequency::Week => add_days(first_date(anchor)?, times(steps, 7)?),
        Frequency::BiMonth if steps.rem_euclid(2) == 0 => month_day(anchor, steps / 2, day),
        Frequency::BiMonth if day <= 15 => month_day(anchor, steps.div_euclid(2), day + 15),
        Frequency::BiMonth => month_day(anchor, steps.div_euclid(2) + 1, day - 15),
        Frequency::Month => month_day(anchor, steps, day),
        Frequency::Quarter => month_day(anchor, times(steps, 3)?, day),
        Frequency::BiAnnual => month_day(anchor, times(steps, 6)?, day),
        Frequency::Year => month_day(anchor, times(steps, 12)?, day),
    }
}

fn elapsed(from: Timestamp, hours: i128) -> Result<Timestamp, CalendarError> {
    let passed = times(hours, HOUR_IN_NANOSECONDS)?;
    let nanosecond = from.as_nanosecond().checked_add(passed).ok_or(CalendarError::OutOfRange)?;
    Timestamp::from_nanosecond(nanosecond).map_err(|_| CalendarError::OutOfRange)
}

fn times(steps: i128, factor: i128) -> Result<i128, CalendarError> {
    steps.checked_mul(factor).ok_or(CalendarError::OutOfRange)
}

/// The local date of step zero.
fn first_date(anchor: &Anchor) -> Result<Date, CalendarError> {
    month_day(anchor, 0, anchor.day())
}

fn add_days(date: Date, days: i128) -> Result<Date, CalendarError> {
    let days = i64::try_from(days).map_err(|_| CalendarError::OutOfRange)?;
    let span = Span::new().try_days(days).map_err(|_| CalendarError::OutOfRange)?;
    date.checked_add(span).map_err(|_| CalendarError::OutOfRange)
}

/// A day of the month that is `months` after the anchor's, or the last day of a shorter month.
fn month_day(anchor: &Anchor, months: i128, day: i8) -> Result<Date, CalendarError> {
    let from = month_index(anchor.zone().date(anchor.instant()));
    let index = i128::from(from).checked_add(months).ok_or(CalendarError::OutOfRange)?;
    let year = i16::try_from(index.div_euclid(12)).map_err(|_| CalendarError::OutOfRange)?;
    let month = i8::try_from(index.rem_euclid(12) + 1).map_err(|_| CalendarError::OutOfRange)?;
    let first = Date::new(year, month, 1).map_err(|_| CalendarError::OutOfRange)?;
    let day = day.min(first.days_in_month());
    Date::new(year, month, day).map_err(|_| CalendarError::OutOfRange)
}

fn month_index(date: Date) -> i64 {
    i64::from(date.year()) * 12 + i64::from(date.month()) - 1
}

pub(crate) fn days_between(from: Date, to: Date) -> i64 {
    from.duration_until(to).as_hours() / 24
}
