//! How often billing has something to do, counted without billing: a clock that is to go far is
//! refused before it goes.

use std::collections::HashSet;

use calendar::{Grid, Term, Timestamp};

use crate::subscription::Subscription;

/// The instants at which subscriptions are sure to be billed within a stretch of time. Those of
/// several at once are one.
pub struct Upcoming {
    from: Timestamp,
    until: Timestamp,
    most: usize,
    instants: HashSet<Timestamp>,
    /// Grids that were counted, with where the counting ended: most subscriptions share theirs.
    known: HashSet<(Timestamp, String, Term, Timestamp)>,
    /// How many boundaries may still be looked at.
    patience: usize,
}

/// So many boundaries are looked at for each instant that may be found.
const LOOKS: usize = 20;

impl Upcoming {
    /// Counts from an instant to another, and no further than `most` and one.
    pub fn new((from, until): (Timestamp, Timestamp), most: usize) -> Upcoming {
        let (instants, known) = (HashSet::new(), HashSet::new());
        let patience = most.saturating_mul(LOOKS);
        Upcoming { from, until, most, instants, known, patience }
    }

    /// Whether there are more than may be.
    pub fn is_too_many(&self) -> bool {
        self.instants.len() > self.most
    }

    /// Whether nothing more is counted.
    pub fn is_done(&self) -> bool {
        self.is_too_many() || self.patience == 0
    }

    /// Counts the ends of the periods of a subscription, as long as it is sure to go on as it is:
    /// until its end, or until a change that waits.
    pub fn add(&mut self, subscription: &Subscription) {
        if subscription.parked.is_some() || subscription.is_over() {
            return;
        }
        let change = subscription.lifecycle.changes.first().map(|change| change.at);
        let ends = [Some(self.until), subscription.known_end(), change];
        let Some(until) = ends.into_iter().flatten().min() else { return };
        let trial = subscription.lifecycle.trial.map(|trial| trial.end);
        let from = self.from.max(subscription.terms.start).max(trial.unwrap_or(self.from));
        if trial.is_some() && subscription.lifecycle.trial.is_some_and(|trial| !trial.anchored) {
            // Its periods are counted from the conversion, which is still to come.
            return;
        }
        for (_, state) in subscription.state.components() {
            if let Ok(grid) = subscription.grid(state.component.term) {
                self.count(&grid, from, until);
            }
        }
    }

    fn count(&mut self, grid: &Grid, from: Timestamp, until: Timestamp) {
        let anchor = grid.anchor();
        let key = (anchor.instant(), anchor.zone().name().to_owned(), grid.term());
        if !self.known.insert((key.0, key.1, key.2, until)) {
            return;
        }
        let Ok(first) = grid.index_at(from) else { return };
        for number in first.saturating_add(1).. {
            match grid.boundary(number) {
                Ok(at) if at <= until && !self.is_done() => self.instants.insert(at),
                _ => return,
            };
            self.patience = self.patience.saturating_sub(1);
        }
    }
}
