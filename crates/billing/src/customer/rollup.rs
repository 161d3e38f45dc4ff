//! A customer that collects what is billed below it, and pays for it at dates of its own.

use calendar::{Anchor, CalendarError, Grid, Term, Timestamp, Zone};

/// The rollup of a customer, as long as it is active.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rollup {
    /// Its dates are counted from here.
    pub start: Timestamp,
    pub zone: Zone,
    pub term: Term,
    pub auto_charges: bool,
    pub due_days: Option<u32>,
    pub last: Option<RollupRun>,
    /// When it ends, as far as that is known; what waits is billed then.
    pub ends: Option<Timestamp>,
}

/// When a rollup last made invoices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RollupRun {
    pub at: Timestamp,
    /// How many.
    pub parts: u32,
}

impl Rollup {
    /// The date that bills what began to wait at an instant: each date bills once.
    pub fn date_for(&self, since: Timestamp) -> Result<Timestamp, CalendarError> {
        let grid = Grid::new(Anchor::new(self.start, self.zone.clone()), self.term)?;
        let date = grid.next_boundary_from(since.max(self.start))?;
        match self.last.filter(|last| last.at >= date) {
            Some(last) => grid.next_boundary_after(last.at),
            None => Ok(date),
        }
    }

    /// The number of the next invoice at an instant.
    pub fn next_part(&self, at: Timestamp) -> u32 {
        self.last.filter(|last| last.at == at).map_or(0, |last| last.parts)
    }
}
