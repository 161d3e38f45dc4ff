//! What a billing date adds up to, while it is computed.

use calendar::Timestamp;

use crate::invoice::Line;
use crate::period::minimum::reach::{Minimums, closes};
use crate::period::progress::RunningPeriod;
use crate::period::state::BillingState;
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::Subscription;

/// A billing date under way.
pub(crate) struct BillingDate<'a> {
    pub snapshot: &'a Snapshot,
    pub subscription: &'a Subscription,
    pub at: Timestamp,
    /// How far it is billed, as it becomes; the subscription has it as it was before.
    pub state: BillingState,
    pub lines: Vec<Line>,
    pub minimums: Minimums,
}

impl<'a> BillingDate<'a> {
    pub fn new(
        snapshot: &'a Snapshot,
        subscription: &'a Subscription,
        at: Timestamp,
    ) -> BillingDate<'a> {
        let minimums = Minimums::new(subscription, at);
        let state = subscription.state.clone();
        BillingDate { snapshot, subscription, at, state, lines: Vec::new(), minimums }
    }

    /// Whether periods of the customer pass here without invoices.
    pub fn is_managed_elsewhere(&self) -> Result<bool, Refusal> {
        Ok(self.snapshot.customer_of(self.subscription)?.managed_externally)
    }

    /// Whether a period passes here without an invoice: its customer's do, or did when it began.
    pub fn is_billed_elsewhere(&self, running: &RunningPeriod) -> Result<bool, Refusal> {
        Ok(running.elsewhere || self.is_managed_elsewhere()?)
    }

    /// Whether a running period is billed to its end now: its own, or that of everything.
    pub fn closes(&self, running: &RunningPeriod) -> bool {
        closes(self.subscription, running, self.at)
    }
}
