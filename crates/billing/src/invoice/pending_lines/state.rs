//! Lines that wait for an invoice. They belong to who pays; each is of a subscription.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::id::SubscriptionHandle;
use crate::invoice::line::Line;

/// The lines of one payer that wait, by subscription.
#[derive(Clone, Debug, Default)]
pub struct PendingLines(BTreeMap<SubscriptionHandle, Arc<[Line]>>);

impl PendingLines {
    /// Those of a subscription.
    pub fn of(&self, subscription: &SubscriptionHandle) -> &[Line] {
        self.0.get(subscription).map_or(&[], |lines| lines)
    }

    /// The same, to be kept.
    pub fn shared(&self, subscription: &SubscriptionHandle) -> Arc<[Line]> {
        self.0.get(subscription).cloned().unwrap_or_default()
    }

    /// Everything that waits.
    pub fn all(&self) -> impl Iterator<Item = &Line> {
        self.0.values().flat_map(|lines| &**lines)
    }

    /// Lets these lines of a subscription wait, in place of those that did.
    pub fn set(&mut self, subscription: &SubscriptionHandle, lines: Arc<[Line]>) {
        match lines.is_empty() {
            true => self.0.remove(subscription),
            false => self.0.insert(subscription.clone(), lines),
        };
    }
}
