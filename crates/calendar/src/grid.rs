//! The periods of one term from one anchor. They tile time without hole or overlap, and are the
//! same whoever asks and whenever.

use jiff::Timestamp;

use crate::boundary::{at_step, last_step};
use crate::{Anchor, CalendarError, Frequency, Measure, Period, Span, Term};

/// All boundaries of a term from an anchor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    anchor: Anchor,
    term: Term,
}

impl Grid {
    /// A one-time term has no periods and is refused.
    pub fn new(anchor: Anchor, term: Term) -> Result<Grid, CalendarError> {
        match term.frequency() {
            Frequency::OneTime => Err(CalendarError::OneTime),
            _ => Ok(Grid { anchor, term }),
        }
    }

    pub fn anchor(&self) -> &Anchor {
        &self.anchor
    }

    pub fn term(&self) -> Term {
        self.term
    }

    /// How shares of these periods are measured: hours always by seconds.
    pub fn measure(&self, wanted: Measure) -> Measure {
        match self.term.frequency() {
            Frequency::Hour => Measure::Seconds,
            _ => wanted,
        }
    }

    /// Boundary `n`, which may be negative, counted from the anchor.
    pub fn boundary(&self, n: i64) -> Result<Timestamp, CalendarError> {
        // Two 64-bit factors cannot overflow 128 bits.
        let steps = i128::from(n) * i128::from(self.term.count());
        at_step(&self.anchor, self.term.frequency(), steps)
    }

    /// The number of the period that contains `instant`.
    pub fn index_at(&self, instant: Timestamp) -> Result<i64, CalendarError> {
        let step = last_step(&self.anchor, self.term.frequency(), instant)?;
        let index = step.div_euclid(i128::from(self.term.count()));
        i64::try_from(index).map_err(|_| CalendarError::OutOfRange)
    }

    pub fn period_containing(&self, instant: Timestamp) -> Result<Period, CalendarError> {
        let index = self.index_at(instant)?;
        Period::new(self.boundary(index)?, self.next(index)?)
    }

    /// The first boundary later than `instant`.
    pub fn next_boundary_after(&self, instant: Timestamp) -> Result<Timestamp, CalendarError> {
        self.next(self.index_at(instant)?)
    }

    /// The first boundary that is `instant` or later.
    pub fn next_boundary_from(&self, instant: Timestamp) -> Result<Timestamp, CalendarError> {
        let index = self.index_at(instant)?;
        match self.boundary(index)? == instant {
            true => Ok(instant),
            false => self.next(index),
        }
    }

    /// The part of a period that a service from `start` to `end` covers at `instant`. An instant
    /// before the start gives the first such part, one at or after the end the last.
    pub fn span_at(
        &self,
        instant: Timestamp,
        start: Timestamp,
        end: Option<Timestamp>,
    ) -> Result<Span, CalendarError> {
        let mut instant = instant.max(start);
        if let Some(end) = end.filter(|end| instant >= *end) {
            let before = end.as_nanosecond() - 1;
            instant = Timestamp::from_nanosecond(before).map_err(|_| CalendarError::OutOfRange)?;
        }
        let grid = self.period_containing(instant)?;
        let until = end.map_or(grid.end, |end| end.min(grid.end));
        Ok(Span { period: Period::new(grid.start.max(start), until)?, grid })
    }

    fn next(&self, index: i64) -> Result<Timestamp, CalendarError> {
        self.boundary(index.checked_add(1).ok_or(CalendarError::OutOfRange)?)
    }
}
