//! What a cancel leaves unused of a period.

use calendar::{CalendarError, Measure, Period, Share, Timestamp, Zone};

/// The share of a period that a prorated cancel gives back. There, and only there, the first day
/// of a subscription counts as used: who cancels at once has had a day.
pub fn unused_at_cancel(
    at: Timestamp,
    started: Timestamp,
    period: Period,
    measure: Measure,
    zone: &Zone,
) -> Result<Share, CalendarError> {
    let first_day_over = zone.next_midnight(started)?;
    Share::remaining(at.max(first_day_over), period, measure, zone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_day_of_a_subscription_is_used() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let zone: Zone = "Europe/Berlin".parse().unwrap();
        let started = at("2026-03-10T09:00:00Z");
        let first = Period::new(started, at("2026-04-10T08:00:00Z")).unwrap();
        let second = Period::new(first.end, at("2026-05-10T08:00:00Z")).unwrap();
        let table = [
            (first, "2026-03-10T09:00:00Z", 30),
            (first, "2026-03-10T22:59:59Z", 30),
            (first, "2026-03-10T23:00:00Z", 30),
            (first, "2026-03-12T09:00:00Z", 29),
            (second, "2026-04-10T08:00:00Z", 30),
            (second, "2026-05-10T08:00:00Z", 0),
        ];
        for (period, cancelled, days) in table {
            let share = unused_at_cancel(at(cancelled), started, period, Measure::LocalDays, &zone);
            assert_eq!(share.unwrap().numerator, days, "{cancelled}");
        }
    }
}
