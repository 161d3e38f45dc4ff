//! The coming billing date, billed before its time: what is charged in advance for the periods that
//! begin then, and the lines that wait. The date itself later bills what is left.

use std::sync::Arc;

use calendar::Timestamp;

use crate::command::SettleWaiting;
use crate::fact::{Fact, SubscriptionFact};
use crate::id::SubscriptionHandle;
use crate::invoice::rollup;
use crate::invoice::{Cause, Line, assemble, create, finalize, pending_lines};
use crate::one_time;
use crate::period::{Advance, BillingState, ComponentState, Priced, RunningPeriod};
use crate::pricing::ChargeType;
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::state::Subscription;
use crate::subscription::{billing_date, drafts, pause};
use crate::work::{Moment, Work};

/// Makes the invoice of the coming billing date now.
pub(crate) fn bill_next(work: &mut Work, id: &SubscriptionHandle) -> Result<(), Refusal> {
    let known = work.snapshot.subscription(id).ok_or(Refusal::NotFound)?.clone();
    if work.snapshot.payer.rollup.is_some() {
        return Err(Refusal::RolledUp);
    }
    let pending = work.snapshot.pending_lines.shared(id);
    if known.is_over() && !pending.is_empty() {
        return bill_rest(work, &known, work.now);
    }
    let date = coming(&known)?;
    let (mut state, mut lines) = ahead(&work.snapshot, &known, date)?;
    lines.extend(pending.iter().cloned());
    let bought = create::bought(&work.snapshot, &known)?;
    lines.extend(one_time::lines::all(&bought, date)?);
    if lines.is_empty() {
        return Err(Refusal::NothingToBill);
    }
    state.day = Some((date, billing_date::count_day(&known, date)?));
    let request = work.snapshot.minted.upcoming(0);
    work.tell(billing_date::billed(&known, work.now, state));
    if !pending.is_empty() {
        pending_lines::wait(work, &known, work.now, Vec::new());
    }
    let moment = Moment { at: date, now: work.now };
    let invoice =
        assemble::invoice(&work.snapshot, &known, (Cause::Next { request }, lines), moment)?;
    let invoiced = one_time::lines::invoiced(&bought, &invoice.id, work.now);
    let facts = finalize::finalize(&work.snapshot, Some(&known), invoice, work.now)?;
    work.tell_all(facts);
    work.tell_all(invoiced);
    Ok(())
}

/// Bills at once what waits of these subscriptions, to whoever paid until now: lines that wait for
/// an invoice, and drafts that wait for late usage. Others pay for the rest, and for what a pause
/// keeps as drafts.
pub(crate) fn settle_waiting(work: &mut Work, wanted: &SettleWaiting) -> Result<(), Refusal> {
    if let Some(collects) = work.snapshot.payer.rollup.clone() {
        rollup::bill::settle(work, &collects, wanted)?;
    }
    for (id, payer) in &wanted.subscriptions {
        drafts::waiting_drafts(work, id)?;
        let known = work.snapshot.subscription(id).ok_or(Refusal::NotFound)?.clone();
        match bill_rest(work, &known, wanted.at) {
            Ok(()) | Err(Refusal::NothingToBill) => {}
            Err(refusal) => return Err(refusal),
        }
        let (at, payer) = (work.now, payer.clone());
        let fact = SubscriptionFact::PayerChanged { payer };
        work.tell(Fact::Subscription { subscription: id.clone(), at, fact });
    }
    Ok(())
}

/// What returned from an invoice that was voided when everything was over: no date will bill it.
fn bill_rest(
    work: &mut Work,
    subscription: &Arc<Subscription>,
    at: Timestamp,
) -> Result<(), Refusal> {
    let (lines, rest) = pending_lines::take(&work.snapshot, &pause::awake(subscription))?;
    if lines.is_empty() {
        return Err(Refusal::NothingToBill);
    }
    let cause = Cause::Next { request: work.snapshot.minted.upcoming(0) };
    let moment = Moment { at, now: work.now };
    let invoice = assemble::invoice(&work.snapshot, subscription, (cause, lines), moment)?;
    let facts = finalize::finalize(&work.snapshot, Some(subscription), invoice, work.now)?;
    work.tell_all(facts);
    pending_lines::wait(work, subscription, work.now, rest);
    Ok(())
}

/// The coming billing date, if it can be billed now.
fn coming(subscription: &Subscription) -> Result<Timestamp, Refusal> {
    if subscription.lifecycle.trial.is_some() {
        return Err(Refusal::InTrial);
    }
    if subscription.lifecycle.pause.is_some() {
        return Err(Refusal::Paused);
    }
    if subscription.parked.is_some() {
        return Err(Refusal::Parked);
    }
    let date = subscription
        .next_billing_date()
        .filter(|_| subscription.is_live())
        .ok_or(Refusal::NotLive)?;
    if subscription.known_end().is_some_and(|end| end <= date) {
        return Err(Refusal::Ending);
    }
    match subscription.lifecycle.changes.iter().any(|change| change.at <= date) {
        true => Err(Refusal::Changing),
        false => Ok(date),
    }
}

/// What is charged in advance for the periods that begin at a billing date to come.
fn ahead(
    snapshot: &Snapshot,
    subscription: &Arc<Subscription>,
    date: Timestamp,
) -> Result<(BillingState, Vec<Line>), Refusal> {
    let (mut state, mut lines) = (subscription.state.clone(), Vec::new());
    if snapshot.customer_of(subscription)?.managed_externally {
        return Ok((state, lines));
    }
    for subscribed in &mut state.pricings {
        let (pricing, since) = (&subscribed.pricing, subscribed.since);
        for ComponentState { component, configuration, progress } in &mut subscribed.components {
            let begins = progress.running.is_some_and(|running| running.span.period.end == date);
            let prepays = component.charge_type() == ChargeType::PrePost;
            if !begins || !prepays || progress.billed_through(date).is_some() {
                continue;
            }
            let grid = subscription.grid(component.term)?;
            // The period may have begun already: what is billed of it ends at an end that was
            // undone.
            let span = grid.span_at(date, date, subscription.known_end())?;
            let running = RunningPeriod::new(span, grid.measure(snapshot.company.measure));
            let priced = Priced { subscription, pricing, since, component, configuration };
            let line = priced.advance(running)?;
            progress.advanced(Advance { period: span.period, amount: line.amount });
            lines.push(line);
        }
    }
    Ok((state, lines))
}
