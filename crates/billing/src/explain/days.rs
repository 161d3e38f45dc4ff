//! Time as people write it: days of the zone that the subscription lives in.

use calendar::{Measure, Period, Share, Timestamp};

use crate::explain::pen::Pen;

impl Pen<'_> {
    /// `3 Mar 2026`
    pub fn day(&self, at: Timestamp) -> String {
        self.zone.date(at).strftime("%-d %b %Y").to_string()
    }

    /// `15 Feb – 28 Feb 2026`: the first day and the last. A time that is not counted in days has
    /// its hours.
    pub fn period(&self, known: Period) -> String {
        let (first, next) = (self.zone.local(known.start), self.zone.local(known.end));
        let Some(last) = next.date().yesterday().ok().filter(|last| first.date() <= *last) else {
            let day = first.strftime("%-d %b %Y, %H:%M");
            return format!("{day} – {}", next.strftime("%H:%M"));
        };
        let last_day = last.strftime("%-d %b %Y");
        match (first.date() == last, first.year() == last.year()) {
            (true, _) => last_day.to_string(),
            (false, true) => format!("{} – {last_day}", first.strftime("%-d %b")),
            (false, false) => format!("{} – {last_day}", first.strftime("%-d %b %Y")),
        }
    }

    /// `14 of 28 days`
    pub fn share(&self, share: Share, period: Period) -> String {
        let unit = match self.is_in_days(share, period) {
            true => "days",
            false => "seconds",
        };
        format!("{} of {} {unit}", share.numerator(), share.denominator())
    }

    /// Whether a share counts the days of a period, and not its seconds.
    fn is_in_days(&self, share: Share, period: Period) -> bool {
        let count = |measure: Measure| measure.between(period.start, period.end, self.zone);
        share.numerator() == count(Measure::LocalDays)
            || share.numerator() != count(Measure::Seconds)
    }

    /// Whether a part of a period was charged as a whole, since its pricing is not prorated.
    pub fn is_whole_stub(&self, share: Share, period: Period) -> bool {
        let count = |measure: Measure| measure.between(period.start, period.end, self.zone);
        let counts = [count(Measure::LocalDays), count(Measure::Seconds)];
        share == Share::FULL && !counts.contains(&share.numerator())
    }
}

/// Whether a share is all of a period.
pub(crate) fn is_full(share: Share) -> bool {
    share.numerator() == share.denominator()
}
