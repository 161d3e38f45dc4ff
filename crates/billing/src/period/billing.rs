//! What a billing date adds up to, while it is computed.

use calendar::Timestamp;

use crate::invoice::Line;
use crate::period::minimum::reach::{Minimums, closes};
use crate::period::progress::{Progress, RemovedComponent, RunningPeriod};
use crate::snapshot::Snapshot;
use crate::subscription::Subscription;

/// A turn under way.
pub(crate) struct BillingDate<'a> {
    pub snapshot: &'a Snapshot,
    pub subscription: &'a Subscription,
    pub at: Timestamp,
    pub progress: Progress,
    pub lines: Vec<Line>,
    pub minimums: Minimums,
    /// What was removed, as it is before anything is closed.
    pub left: &'a [RemovedComponent],
}

impl<'a> BillingDate<'a> {
    pub fn new(
        snapshot: &'a Snapshot,
        subscription: &'a Subscription,
        at: Timestamp,
    ) -> BillingDate<'a> {
        let (progress, lines) = (subscription.progress.clone(), Vec::new());
        let minimums = Minimums::new(subscription, at);
        BillingDate {
            snapshot,
            subscription,
            at,
            progress,
            lines,
            minimums,
            left: &subscription.progress.removed,
        }
    }

    /// Whether a running period is billed to its end now: its own, or that of everything.
    pub fn closes(&self, running: &RunningPeriod) -> bool {
        closes(self.subscription, running, self.at)
    }
}
