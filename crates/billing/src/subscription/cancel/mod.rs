//! Cancels: asked for, undone, and what an end that was asked for bills and gives back.

pub(crate) mod check;
pub(crate) mod custom;
pub(crate) mod lines;
pub(crate) mod remaining;

use std::sync::Arc;

use calendar::Timestamp;

use crate::command::AskCancel;
use crate::fact::{Fact, SubscriptionFact};
use crate::id::{InvoiceHandle, SubscriptionHandle};
use crate::invoice::{
    Cause, Invoice, InvoiceState, Line, create, has_reachable, is_running, pending_lines, void,
};
use crate::one_time::order;
use crate::period::charge;
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::lifecycle::{Cancel, Refund};
use crate::subscription::state::Subscription;
use crate::subscription::{billing_date, change, drafts, pause, trial};
use crate::work::{Moment, Work};

/// Ends a subscription now or later.
pub(crate) fn ask(work: &mut Work, wanted: &AskCancel) -> Result<(), Refusal> {
    let known = work.snapshot.subscription(&wanted.subscription).ok_or(Refusal::NotFound)?.clone();
    if known.is_over() {
        return Err(Refusal::Over);
    }
    if known.lifecycle.cancel.is_some() {
        return Err(Refusal::AlreadyCancelled);
    }
    let at = check::check(work, &known, wanted)?;
    let cancel = Cancel {
        id: work.snapshot.minted.upcoming(0),
        asked: work.now,
        timing: wanted.timing,
        at,
        refund: wanted.refund,
        remaining_balance: wanted.remaining_balance,
        pending_invoices: wanted.pending_invoices,
        before: known.end,
    };
    let (subscription, now) = (known.id.clone(), work.now);
    work.tell(Fact::Subscription {
        subscription,
        at: now,
        fact: SubscriptionFact::CancelAsked { cancel: Box::new(cancel) },
    });
    if at <= now {
        work.parks = false;
    }
    Ok(())
}

/// Takes a cancel back that has not taken effect.
pub(crate) fn undo(work: &mut Work, id: &SubscriptionHandle) -> Result<(), Refusal> {
    let subscription = work.snapshot.subscription(id).ok_or(Refusal::NotFound)?;
    if subscription.is_over() {
        return Err(Refusal::Over);
    }
    let end = subscription.lifecycle.cancel.as_ref().ok_or(Refusal::NothingToUndo)?.before;
    work.tell(Fact::Subscription {
        subscription: id.clone(),
        at: work.now,
        fact: SubscriptionFact::CancelUndone { end },
    });
    Ok(())
}

/// Ends a subscription that was cancelled, with one last invoice.
pub(crate) fn take_effect(
    snapshot: &Snapshot,
    known: &Arc<Subscription>,
    cancel: &Cancel,
    moment: Moment,
) -> Result<Vec<Fact>, Refusal> {
    let mut work = Work::on(snapshot, moment.now);
    if cancel.pending_invoices {
        take_back(&mut work, known)?;
    }
    drafts::waiting_drafts(&mut work, &known.id)?;
    let pending = snapshot.pending_lines.of(&known.id);
    if let Some(lines) = cut_waiting(known, pending, cancel, moment.at)? {
        pending_lines::wait(&mut work, known, moment.at, lines);
    }
    let each = work.snapshot.subscription(&known.id).ok_or(Refusal::NotFound)?.clone();
    match each.lifecycle.trial {
        _ if !each.is_live() => {}
        None => bill_last(&mut work, &each, cancel, moment)?,
        Some(_) => end_trial(&mut work, &each, cancel, moment)?,
    }
    work.tell_all(change::drop_all(&each, moment.at));
    work.tell_all(order::drop_all(&work.snapshot, &each, moment.at));
    let subscription = each.id.clone();
    work.tell(Fact::Subscription {
        subscription,
        at: moment.at,
        fact: SubscriptionFact::Cancelled,
    });
    work.into_facts()
}

/// What waits to be billed for time to come and would come back at once is not billed at all.
/// Absent where nothing is cut.
fn cut_waiting(
    subscription: &Subscription,
    pending: &[Line],
    cancel: &Cancel,
    at: Timestamp,
) -> Result<Option<Vec<Line>>, Refusal> {
    let is_ahead = |line: &Line| match cancel.refund {
        Refund::Prorated => line.is_ahead() && line.period.end > at && lines::prorates(line),
        Refund::Full => line.is_ahead() && is_running(subscription, line, line.period.end, at),
        Refund::None | Refund::Custom(_) => false,
    };
    if !pending.iter().any(is_ahead) {
        return Ok(None);
    }
    let used = lines::used(subscription, at)?;
    let mut lines = Vec::new();
    for line in pending {
        if !is_ahead(line) {
            lines.push(line.clone());
        } else if cancel.refund == Refund::Prorated {
            lines.extend(charge::cut(subscription, line, used)?);
        }
    }
    Ok(Some(lines))
}

/// The last invoice. Where a pause waives what is billed, what waited and what comes back is not
/// waived.
fn bill_last(
    work: &mut Work,
    subscription: &Arc<Subscription>,
    cancel: &Cancel,
    moment: Moment,
) -> Result<(), Refusal> {
    let cause = Cause::Cancel { cancel: cancel.id.clone() };
    let (mut state, lines) = lines::lines(&work.snapshot, subscription, moment.at)?;
    let awake = pause::awake(subscription);
    if !lines.is_empty()
        || !pending_lines::take(&work.snapshot, &awake)?.0.is_empty()
        || create::has_own(&work.snapshot, &awake)?
    {
        state.day = Some((moment.at, billing_date::count_day(subscription, moment.at)?));
    }
    if state != subscription.state {
        work.tell(billing_date::billed(subscription, moment.at, state));
    }
    bill_waiting(work, subscription, (cause, lines), moment)
}

/// A trial bills nothing, but what waited when a change gave it is billed with the end.
fn end_trial(
    work: &mut Work,
    subscription: &Arc<Subscription>,
    cancel: &Cancel,
    moment: Moment,
) -> Result<(), Refusal> {
    let state = trial::passed(subscription, moment.at);
    if state != subscription.state {
        work.tell(billing_date::billed(subscription, moment.at, state));
    }
    let cause = Cause::Cancel { cancel: cancel.id.clone() };
    bill_waiting(work, subscription, (cause, Vec::new()), moment)
}

/// An invoice of what waited, also in a pause that waives, and of lines besides.
pub(crate) fn bill_waiting(
    work: &mut Work,
    subscription: &Arc<Subscription>,
    (cause, lines): (Cause, Vec<Line>),
    moment: Moment,
) -> Result<(), Refusal> {
    let awake = pause::awake(subscription);
    let waits = !pending_lines::take(&work.snapshot, &awake)?.0.is_empty()
        || create::has_own(&work.snapshot, &awake)?;
    if lines.is_empty() && !waits {
        let pays = matches!(cause, Cause::Cancel { .. }) && has_reachable(&work.snapshot, &awake)?;
        if !pays || work.snapshot.customer_of(subscription)?.managed_externally {
            return Ok(());
        }
    }
    let mut facts = create::create(&work.snapshot, &awake, (cause, lines), moment)?;
    // What the pause waives is waived again.
    create::based_on(&mut facts, &pending_lines::basis(&work.snapshot, subscription));
    work.tell_all(facts);
    Ok(())
}

/// Voids drafts and what is wholly unpaid, as far as nothing was given back of it.
fn take_back(work: &mut Work, subscription: &Subscription) -> Result<(), Refusal> {
    let unpaid = |invoice: &Invoice| match invoice.state {
        InvoiceState::Draft { .. } => true,
        InvoiceState::Pending(_) => invoice.payments.is_empty(),
        InvoiceState::Paid { .. } | InvoiceState::Void { .. } => false,
    };
    let of = |invoice: &&Arc<Invoice>| {
        invoice.subscription.as_ref() == Some(&subscription.id)
            && invoice.payer == work.snapshot.payer.id
    };
    let all = work.snapshot.invoices.iter().filter(of).filter(|invoice| unpaid(invoice));
    // The latest first, so that what it gave back of an earlier one is out of the way.
    let ids: Vec<InvoiceHandle> = all.rev().map(|invoice| invoice.id.clone()).collect();
    for id in ids {
        match void::void(work, &id) {
            Ok(()) | Err(Refusal::CreditedLater | Refusal::CreditUsed | Refusal::Refunded) => {}
            Err(refusal) => return Err(refusal),
        }
    }
    Ok(())
}
