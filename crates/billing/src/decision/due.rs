//! When something happens next. The cycle sleeps until then; a test clock jumps there.

use calendar::Timestamp;

use crate::snapshot::{
    Credit, CreditState, DiscountState, Invoice, InvoiceState, Snapshot, Status, Subscription,
};

/// The next instant at which `Command::Instant` has something to do.
pub fn next_due(snapshot: &Snapshot) -> Option<Timestamp> {
    let subscriptions = snapshot.subscriptions.iter().filter_map(|own| subscription(own));
    let drafts = snapshot.invoices.iter().filter_map(|own| grace_end(snapshot, own));
    let credits = snapshot.credits.iter().filter_map(|own| expiry(own));
    subscriptions.chain(drafts).chain(credits).min()
}

fn subscription(own: &Subscription) -> Option<Timestamp> {
    if own.parked.is_some() {
        return None;
    }
    if own.status == Status::Pending {
        return Some(own.start);
    }
    if !own.is_live() {
        return None;
    }
    let renewal = own.auto_renews.then_some(own.renewals.date);
    let active = own.discounts.iter().filter(|own| own.state == DiscountState::Active);
    let discounts = active.filter_map(|own| own.expires).min();
    [own.next_turn(), own.known_end(), renewal, discounts].into_iter().flatten().min()
}

/// When a draft becomes final; one of a parked subscription waits with it.
pub(super) fn grace_end(snapshot: &Snapshot, own: &Invoice) -> Option<Timestamp> {
    let InvoiceState::Draft { until, basis } = &own.state else { return None };
    let parked = snapshot.subscription(&basis.id).is_some_and(|own| own.parked.is_some());
    until.filter(|_| !parked)
}

pub(super) fn expiry(own: &Credit) -> Option<Timestamp> {
    own.expires.filter(|_| own.state == CreditState::Active)
}
