//! Drafts: computed again from the subscription as it was when they were made, with what is known
//! now, and then made final.

use std::sync::Arc;

use calendar::Timestamp;
use money::Amount;

use crate::fact::{Fact, InvoiceFact};
use crate::id::{InvoiceHandle, SubscriptionHandle};
use crate::invoice::rollup::collect::add;
use crate::invoice::{
    Cause, Invoice, InvoiceState, Line, Reason, assemble, finalize, pending_lines, rollup,
};
use crate::period::BillingState;
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::billing_date;
use crate::subscription::cancel::lines::lines as cancel_lines;
use crate::subscription::change::make::again as again_changed;
use crate::subscription::state::Subscription;
use crate::work::Work;

/// A subscription, and how far a draft of it has come.
type Earlier = (SubscriptionHandle, BillingState);

/// Drafts whose time of grace is over.
pub(crate) fn drafts(work: &mut Work, at: Timestamp) -> Result<(), Refusal> {
    let over = |invoice: &&Arc<Invoice>| {
        grace_end(&work.snapshot, invoice).is_some_and(|until| until <= at)
    };
    let drafts: Vec<InvoiceHandle> =
        work.snapshot.invoices.iter().filter(over).map(|known| known.id.clone()).collect();
    let mut earlier: Vec<Earlier> = Vec::new();
    for draft in drafts {
        match recompute(&work.snapshot, &draft, work.now, &earlier) {
            Ok((facts, state)) => {
                work.tell_all(facts);
                earlier.splice(0..0, state);
            }
            Err(refusal) => set_aside(work, &draft, refusal)?,
        }
    }
    Ok(())
}

/// Drafts of a subscription that wait for late usage, made final before their time.
pub(crate) fn waiting_drafts(work: &mut Work, id: &SubscriptionHandle) -> Result<(), Refusal> {
    let waits = |invoice: &&Arc<Invoice>| {
        let waits = matches!(invoice.state, InvoiceState::Draft { until: Some(_), .. });
        let collected = invoice.reason == Reason::Rollup && invoice.subscriptions().contains(id);
        waits && (collected || invoice.subscription.as_ref() == Some(id))
    };
    let drafts: Vec<InvoiceHandle> =
        work.snapshot.invoices.iter().filter(waits).map(|known| known.id.clone()).collect();
    for draft in drafts {
        let (facts, _) = recompute(&work.snapshot, &draft, work.now, &[])?;
        work.tell_all(facts);
    }
    Ok(())
}

/// Makes a draft final before its time.
pub(crate) fn finalize(work: &mut Work, id: &InvoiceHandle) -> Result<(), Refusal> {
    let (facts, _) = recompute(&work.snapshot, id, work.now, &[])?;
    work.tell_all(facts);
    Ok(())
}

/// A draft is computed again from the subscription as it was, with what is known now, and with what
/// drafts before it came to, the last first.
fn recompute(
    snapshot: &Snapshot,
    id: &InvoiceHandle,
    now: Timestamp,
    earlier: &[Earlier],
) -> Result<(Vec<Fact>, Option<Earlier>), Refusal> {
    let draft = snapshot.invoice(id).ok_or(Refusal::NotFound)?;
    let InvoiceState::Draft { basis, .. } = &draft.state else {
        return Err(Refusal::NotDraft);
    };
    let Some(basis) = basis else { return Ok((collected(snapshot, draft, now)?, None)) };
    let current = snapshot.subscription(&basis.subscription.id).unwrap_or(&basis.subscription);
    let mut then = snapshot.clone();
    then.pending_lines.set(&current.id, basis.pending_lines.clone());
    let mut basis = Subscription::clone(&basis.subscription);
    if let Some((_, before)) = earlier.iter().find(|(known, _)| *known == basis.id) {
        basis.state.count_on(before);
    }
    let (state, mut lines) = again(&mut then, &basis, draft)?;
    let pending = then.pending_lines.of(&basis.id).iter();
    let pending = pending.filter(|line| pending_lines::stands_on(line, draft)).cloned().collect();
    then.pending_lines.set(&basis.id, pending);
    // What waited is not waived, also where the rest was.
    basis.lifecycle.pause = None;
    add(&mut lines, pending_lines::take(&then, &basis)?.0);
    lines.extend(draft.lines.iter().filter(|line| line.one_time.is_some()).cloned());
    let mut facts = Vec::new();
    let mut counted = current.state.clone();
    counted.count_on(&state);
    if counted != current.state && current.is_live() && !has_later(snapshot, draft) {
        facts.push(billing_date::billed(current, draft.billing_date, counted));
    }
    let invoice = Invoice { lines, ..Invoice::clone(draft) };
    facts.extend(finalize::finalize(snapshot, Some(current), invoice, now)?);
    facts.extend(corrected(snapshot, current, &facts, now)?);
    Ok((facts, Some((basis.id, state))))
}

/// A draft of a rollup, with what is metered now and without what gives back something of an
/// invoice that is void. Nothing is left of it where that was all.
fn collected(snapshot: &Snapshot, draft: &Invoice, now: Timestamp) -> Result<Vec<Fact>, Refusal> {
    let lines = rollup::again::lines(snapshot, draft)?;
    if lines.is_empty() {
        let (refunded, credit_note) = (Amount::zero(draft.currency), false);
        let fact = InvoiceFact::Voided { refunded, credit_note };
        return Ok(vec![Fact::Invoice { invoice: draft.id.clone(), at: now, fact }]);
    }
    let invoice = Invoice { lines, ..Invoice::clone(draft) };
    let mut facts = finalize::finalize(snapshot, None, invoice, now)?;
    let known = draft.subscriptions().into_iter().filter_map(|id| snapshot.subscription(id));
    for subscription in known.collect::<Vec<_>>() {
        facts.extend(corrected(snapshot, subscription, &facts, now)?);
    }
    Ok(facts)
}

/// What waits to come back of a draft is what comes back of the invoice that it became.
fn corrected(
    snapshot: &Snapshot,
    subscription: &Subscription,
    facts: &[Fact],
    now: Timestamp,
) -> Result<Option<Fact>, Refusal> {
    let made = facts.iter().find_map(Fact::invoice_issued);
    let Some(made) = made else { return Ok(None) };
    let pending = snapshot.pending_lines.of(&subscription.id);
    let lines = pending_lines::corrected(pending, made)?;
    Ok(lines.map(|lines| pending_lines::waits(snapshot, subscription, now, lines)))
}

/// Whether a later draft of the same subscription goes on from this one.
fn has_later(snapshot: &Snapshot, invoice: &Invoice) -> bool {
    let later = |other: &&Arc<Invoice>| {
        other.subscription == invoice.subscription && other.billing_date > invoice.billing_date
    };
    let mut later = snapshot.invoices.iter().filter(later);
    later.any(|other| matches!(other.state, InvoiceState::Draft { .. }))
}

/// The lines of a draft as they are known now, but for those that waited for it.
fn again(
    then: &mut Snapshot,
    basis: &Subscription,
    draft: &Invoice,
) -> Result<(BillingState, Vec<Line>), Refusal> {
    // What the draft itself gives back is not given back before it is final.
    let others = || {
        let mut others = then.clone();
        others.invoices.retain(|invoice| invoice.id != draft.id);
        let gives = |known: &&mut Arc<Invoice>| known.credited.iter().any(|by| by.by == draft.id);
        for each in others.invoices.iter_mut().filter(gives) {
            Arc::make_mut(each).credited.retain(|entry| entry.by != draft.id);
        }
        others
    };
    match draft.cause {
        Cause::Cancel { .. } => cancel_lines(&others(), basis, draft.billing_date),
        Cause::Change { .. } => {
            let made = again_changed(&others(), basis, draft.billing_date)?;
            // The change has cut what waited before it.
            then.pending_lines.set(&basis.id, made.pending_lines);
            Ok((made.after.state, made.lines))
        }
        // What was bought once, or collected, stays as it is.
        Cause::OneTime { .. } | Cause::Rollup { .. } | Cause::Adjustment { .. } => {
            Ok((basis.state.clone(), Vec::new()))
        }
        Cause::Cycle { .. } | Cause::Next { .. } | Cause::Reissue { .. } => {
            billing_date::lines(then, basis, draft.billing_date)
        }
    }
}

fn set_aside(work: &mut Work, draft: &InvoiceHandle, refusal: Refusal) -> Result<(), Refusal> {
    let draft = work.snapshot.invoice(draft);
    let of = draft.map(|draft| draft.subscriptions()).unwrap_or_default();
    let known = of.into_iter().filter_map(|id| work.snapshot.subscription(id).cloned());
    let known: Vec<Arc<Subscription>> = known.collect();
    if known.is_empty() {
        return Err(refusal);
    }
    known.iter().try_for_each(|known| work.park(known, refusal.clone()))
}

/// When a draft becomes final; one of a parked subscription waits with it, and one that a pause
/// kept is due when that is over, and its time of grace.
pub(crate) fn grace_end(snapshot: &Snapshot, invoice: &Invoice) -> Option<Timestamp> {
    let InvoiceState::Draft { until, basis } = &invoice.state else { return None };
    let Some(basis) = basis else {
        let parked = |id| snapshot.subscription(id).is_some_and(|known| known.parked.is_some());
        return until.filter(|_| !invoice.subscriptions().into_iter().any(parked));
    };
    let basis = &basis.subscription;
    let known = snapshot.subscription(&basis.id);
    if known.is_some_and(|subscription| subscription.parked.is_some()) {
        return None;
    }
    let paused = known.is_some_and(|each| each.lifecycle.pause.is_some());
    until.or_else(|| (!paused).then(|| assemble::draft_end(invoice, basis)))
}
