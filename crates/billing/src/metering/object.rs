//! Things that are billed while they exist: seats, devices. Each counts by the part of the period
//! in which it was alive.

use calendar::{CalendarError, Measure, Period, Share, Zone};
use money::Ratio;

/// The units of a period: the shares of all lifetimes, added.
pub fn weigh(
    lives: &[Period],
    period: Period,
    measure: Measure,
    zone: &Zone,
) -> Result<Ratio, CalendarError> {
    let mut units = Ratio::ZERO;
    for part in lives.iter().filter_map(|life| life.overlap(period)) {
        units += &Share::of(part, period, measure, zone)?.ratio();
    }
    Ok(units)
}
