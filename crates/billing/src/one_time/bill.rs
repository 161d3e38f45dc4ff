//! One-time charges that are billed by themselves, one invoice for each order, and those that came
//! with a subscription where nothing else makes an invoice that could take them.

use std::sync::Arc;

use calendar::Timestamp;

use crate::fact::Fact;
use crate::id::RequestHandle;
use crate::invoice::{Cause, Invoice, assemble, create, finalize};
use crate::one_time::item::OneTimeTiming;
use crate::one_time::lines;
use crate::one_time::state::{OneTime, OneTimeOrder};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::Subscription;
use crate::work::{Moment, Work};

/// Bills every order whose time has come.
pub(crate) fn due(work: &mut Work, at: Timestamp) -> Result<(), Refusal> {
    let is_due = |known: &&Arc<OneTime>| known.due().is_some_and(|due| due <= at);
    let mut orders: Vec<RequestHandle> = Vec::new();
    for known in work.snapshot.one_times.iter().filter(is_due) {
        if !orders.contains(&known.order.id) {
            orders.push(known.order.id.clone());
        }
    }
    for order in orders {
        bill(work, &order, at)?;
    }
    Ok(())
}

/// When what came with a subscription is billed, as long as that can be.
pub(crate) fn due_with(snapshot: &Snapshot, known: &OneTime) -> Option<Timestamp> {
    let subscription = snapshot.subscription(&known.order.with.as_ref()?.subscription)?;
    let OneTimeTiming::Immediate(at) = known.order.timing else { return None };
    let bills = subscription.is_live() && subscription.parked.is_none();
    // What cannot be known is due, so that billing it says why.
    let takes = create::takes_one_times(snapshot, subscription).unwrap_or(true);
    (known.is_pending() && bills && takes).then_some(at)
}

/// Bills what came with a subscription where its billing date did not: in a trial.
pub(crate) fn with_subscription(
    snapshot: &Snapshot,
    subscription: &Arc<Subscription>,
    moment: Moment,
) -> Result<Vec<Fact>, Refusal> {
    let mut own = snapshot.one_times.iter().filter(|known| known.waits_with(&subscription.id));
    let due = own.find(|known| due_with(snapshot, known).is_some_and(|due| due <= moment.at));
    let Some(first) = due else { return Ok(Vec::new()) };
    let cause = Cause::OneTime { order: first.order.id.clone() };
    create::create(snapshot, subscription, (cause, Vec::new()), moment)
}

/// Refuses an order whose invoice no amount could hold, while somebody is there to hear it.
pub(crate) fn check(work: &Work, order: &OneTimeOrder) -> Result<(), Refusal> {
    let items = waiting(work, &order.id);
    let mut invoice = invoice(work, (order, &items), work.now)?;
    assemble::total(&work.snapshot, None, &mut invoice, Vec::new())?;
    Ok(())
}

fn bill(work: &mut Work, order: &RequestHandle, at: Timestamp) -> Result<(), Refusal> {
    let items = waiting(work, order);
    let first = items.first().ok_or(Refusal::NothingToBill)?;
    let invoice = invoice(work, (&first.order, &items), at)?;
    let id = invoice.id.clone();
    let facts = finalize::finalize(&work.snapshot, None, invoice, work.now)?;
    work.tell_all(facts);
    work.tell_all(lines::invoiced(&items, &id, at));
    Ok(())
}

/// What is to be billed of an order.
fn waiting(work: &Work, order: &RequestHandle) -> Vec<Arc<OneTime>> {
    let of = |known: &&Arc<OneTime>| known.order.id == *order && known.is_pending();
    work.snapshot.one_times.iter().filter(of).cloned().collect()
}

/// The invoice of an order, before anything is added up.
fn invoice(
    work: &Work,
    (order, items): (&OneTimeOrder, &[Arc<OneTime>]),
    at: Timestamp,
) -> Result<Invoice, Refusal> {
    let (moment, lines) = (Moment { at, now: work.now }, lines::all(items, at)?);
    let cause = Cause::OneTime { order: order.id.clone() };
    assemble::of_order(&work.snapshot, order, (cause, lines), moment)
}
