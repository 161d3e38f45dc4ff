//! Stretches of time that lines stand for, and where what was billed later cuts them.

use calendar::{Measure, Period, Timestamp, Zone};

/// A stretch of time that a line stands for.
pub(crate) struct Stretch {
    pub period: Period,
    /// Which of all invoices has it, counted as they were made.
    pub made: usize,
    /// Whether it was billed before its time.
    pub early: bool,
    /// Whether a share of it that comes back may come to nothing.
    pub worthless: bool,
    /// What its line was for, and for how long.
    /// Absent where it cannot be counted with: then nothing of it counts as too little.
    pub net: Option<i64>,
    pub whole: Period,
}

impl Stretch {
    /// Whether what would come back of it from an instant on comes to nothing, or is not a day.
    fn is_over(&self, from: Timestamp, zone: &Zone) -> bool {
        [Measure::LocalDays, Measure::Seconds].into_iter().any(|measure| {
            let days = |from, to| i128::from(measure.between(from, to, zone));
            let (rest, all) = (days(from, self.period.end), days(self.whole.start, self.whole.end));
            self.net.is_some_and(|net| 2 * i128::from(net).abs() * rest < all)
        })
    }
}

/// Where nothing came back of what a change removed, since that came to nothing or no day of it
/// was left, it goes as far as what was billed instead.
pub(crate) fn cut(stretches: Vec<Stretch>, zone: &Zone) -> Vec<Period> {
    let mut stretches = stretches;
    stretches.sort_by_key(|stretch| stretch.period.start);
    let end = |stretch: &Stretch| {
        // What begins before its end cuts it; only early ones are cut by what began before them.
        let first = match stretch.early {
            true => 0,
            false => stretches.partition_point(|o| o.period.start < stretch.period.start),
        };
        let last = stretches.partition_point(|other| other.period.start < stretch.period.end);
        let near = stretches.get(first..last).unwrap_or_default();
        let later = near.iter().filter(|other| {
            let over = || stretch.is_over(other.period.start, zone);
            other.made > stretch.made && (stretch.worthless || over())
        });
        let later = later.filter(|other| {
            let over = stretch.early && other.period.overlap(stretch.period).is_some();
            over || other.period.start >= stretch.period.start
        });
        let next = later.map(|other| other.period.start).min();
        next.map_or(stretch.period.end, |start| stretch.period.end.min(start))
    };
    let periods = stretches.iter().map(|known| Period::new(known.period.start, end(known)));
    periods.filter_map(Result::ok).collect()
}
