//! When something happens next. The cycle sleeps until then; a test clock jumps there.

use calendar::Timestamp;

use crate::snapshot::Snapshot;
use crate::subscription::{DiscountState, Status, Subscription, drafts};

/// The next instant at which `Command::Instant` has something to do.
pub fn next_due(snapshot: &Snapshot) -> Option<Timestamp> {
    let subscriptions = snapshot.subscriptions.iter().filter_map(|own| subscription(own));
    let drafts = snapshot.invoices.iter().filter_map(|own| drafts::grace_end(snapshot, own));
    let credits = snapshot.credits.iter().filter_map(|own| own.lapses());
    subscriptions.chain(drafts).chain(credits).min()
}

fn subscription(own: &Subscription) -> Option<Timestamp> {
    if own.parked.is_some() {
        return None;
    }
    let change = own.lifecycle.changes.first().map(|change| change.at);
    let resume = own.lifecycle.pause.and_then(|pause| pause.resume);
    if own.status == Status::Pending {
        let end = own.lifecycle.cancel.as_ref().map(|cancel| cancel.at);
        return [Some(own.start), change, end, resume].into_iter().flatten().min();
    }
    if !own.is_live() {
        return None;
    }
    let active = own.discounts.iter().filter(|own| own.state == DiscountState::Active);
    let discounts = active.filter_map(|own| own.expires).min();
    let dates =
        [own.next_billing_date(), own.known_end(), own.renews_at(), discounts, resume, change];
    dates.into_iter().flatten().min()
}
