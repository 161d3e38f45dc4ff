//! When something happens next. The cycle sleeps until then; a test clock jumps there.

use calendar::Timestamp;

use crate::invoice::adjust;
use crate::invoice::rollup::waiting;
use crate::one_time::bill::due_with;
use crate::snapshot::Snapshot;
use crate::subscription::{DiscountState, Status, Subscription, drafts};

/// The next instant at which `Command::RunDue` has something to do.
pub fn next_due(snapshot: &Snapshot) -> Option<Timestamp> {
    let subscriptions = snapshot.subscriptions.iter().filter_map(|known| subscription(known));
    let drafts =
        snapshot.invoices.iter().filter_map(|invoice| drafts::grace_end(snapshot, invoice));
    let own = snapshot.credits.iter().filter(|credit| credit.customer == snapshot.payer.id);
    let credits = own.filter_map(|credit| credit.lapses());
    // Under a rollup they wait for its date.
    let own = snapshot.one_times.iter().filter(|_| snapshot.payer.rollup.is_none());
    let one_times = own.filter_map(|each| each.due().or_else(|| due_with(snapshot, each)));
    let rollup = waiting::next_date(snapshot);
    let ended =
        snapshot.subscriptions.iter().filter_map(|known| adjust::ended::date(snapshot, known));
    subscriptions.chain(ended).chain(drafts).chain(credits).chain(one_times).chain(rollup).min()
}

fn subscription(known: &Subscription) -> Option<Timestamp> {
    if known.parked.is_some() {
        return None;
    }
    let change = known.lifecycle.changes.first().map(|change| change.at);
    let resume = known.lifecycle.pause.and_then(|pause| pause.resume);
    if known.status == Status::Pending {
        let end = known.lifecycle.cancel.as_ref().map(|cancel| cancel.at);
        return [Some(known.terms.start), change, end, resume].into_iter().flatten().min();
    }
    if !known.is_live() {
        return None;
    }
    let active = known.discounts.iter().filter(|discount| discount.state == DiscountState::Active);
    let discounts = active.filter_map(|each| each.expires).min();
    let dates = [
        known.next_billing_date(),
        known.known_end(),
        known.renews_at(),
        discounts,
        resume,
        change,
    ];
    dates.into_iter().flatten().min()
}
