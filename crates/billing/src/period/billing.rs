//! What a billing date adds up to, while it is computed.

use calendar::Timestamp;

use crate::invoice::Line;
use crate::period::minimum::reach::{Minimums, closes};
use crate::period::progress::{Left, Open, Progress};
use crate::snapshot::Snapshot;
use crate::subscription::Subscription;

/// A turn under way.
pub(crate) struct Turn<'a> {
    pub snapshot: &'a Snapshot,
    pub own: &'a Subscription,
    pub at: Timestamp,
    pub progress: Progress,
    pub lines: Vec<Line>,
    pub minimums: Minimums,
    /// What was taken off, as it is before anything is closed.
    pub left: &'a [Left],
}

impl<'a> Turn<'a> {
    pub fn new(snapshot: &'a Snapshot, own: &'a Subscription, at: Timestamp) -> Turn<'a> {
        let (progress, lines) = (own.progress.clone(), Vec::new());
        let minimums = Minimums::new(own, at);
        Turn { snapshot, own, at, progress, lines, minimums, left: &own.progress.left }
    }

    /// Whether a running period is billed to its end now: its own, or that of everything.
    pub fn closes(&self, open: &Open) -> bool {
        closes(self.own, open, self.at)
    }
}
