//! Cancels: asked for, undone, and what an end that was asked for bills and gives back.

mod check;
mod custom;
mod remaining;

use std::sync::Arc;

use calendar::{CalendarError, Timestamp};

use super::back::{billed, has_reachable, is_running, measure};
use super::command::AskCancel;
use super::{
    Fact, Moment, Refusal, Work, bill, change, compose, finalize, instant, pause, price, trial,
    void, waiting,
};
use crate::pricing::{ChargeType, ProrationType};
use crate::snapshot::{
    Cancel, Cause, Handle, Invoice, InvoiceState, Line, Noun, Progress, Refund, Role, Snapshot,
    Subscription,
};

/// Ends a subscription now or later.
pub(super) fn ask(work: &mut Work, wanted: &AskCancel) -> Result<(), Refusal> {
    let own = work.snapshot.subscription(&wanted.subscription).ok_or(Refusal::NotFound)?.clone();
    if own.is_over() {
        return Err(Refusal::Over);
    }
    if own.life.cancel.is_some() {
        return Err(Refusal::AlreadyCancelled);
    }
    let at = check::check(work, &own, wanted)?;
    let cancel = Cancel {
        id: work.snapshot.minted.upcoming(Noun::Cancel, 0),
        asked: work.now,
        timing: wanted.timing,
        at,
        refund: wanted.refund,
        remaining_balance: wanted.remaining_balance,
        pending_invoices: wanted.pending_invoices,
        before: own.end,
    };
    let (subscription, now) = (own.id.clone(), work.now);
    work.tell(Fact::CancelAsked { subscription, at: now, cancel: Box::new(cancel) });
    if at <= now {
        work.parks = false;
        instant::run(work)?;
        work.parks = true;
    }
    Ok(())
}

/// Takes a cancel back that has not taken effect.
pub(super) fn undo(work: &mut Work, id: &Handle) -> Result<(), Refusal> {
    let own = work.snapshot.subscription(id).ok_or(Refusal::NotFound)?;
    if own.is_over() {
        return Err(Refusal::Over);
    }
    let end = own.life.cancel.as_ref().ok_or(Refusal::NothingToUndo)?.before;
    work.tell(Fact::CancelUndone { subscription: id.clone(), at: work.now, end });
    Ok(())
}

/// Ends a subscription that was cancelled, with one last invoice.
pub(super) fn take_effect(
    snapshot: &Snapshot,
    own: &Arc<Subscription>,
    cancel: &Cancel,
    moment: Moment,
) -> Result<Vec<Fact>, Refusal> {
    let mut work = Work::on(snapshot, moment.now);
    if cancel.pending_invoices {
        take_back(&mut work, own)?;
    }
    finalize::waiting_drafts(&mut work, &own.id)?;
    if let Some(lines) = cut_waiting(own, cancel, moment.at)? {
        work.tell(waiting::wait(own, moment.at, lines));
    }
    let own = work.snapshot.subscription(&own.id).ok_or(Refusal::NotFound)?.clone();
    match own.life.trial {
        _ if !own.is_live() => {}
        None => bill_last(&mut work, &own, cancel, moment)?,
        Some(_) => end_trial(&mut work, &own, cancel, moment)?,
    }
    work.tell_all(change::drop_all(&own, moment.at));
    let subscription = own.id.clone();
    work.tell(Fact::SubscriptionCancelled { subscription, at: moment.at });
    Ok(work.facts)
}

/// What waits to be billed for time to come and would come back at once is not billed at all.
/// Absent where nothing is cut.
fn cut_waiting(
    own: &Subscription,
    cancel: &Cancel,
    at: Timestamp,
) -> Result<Option<Vec<Line>>, Refusal> {
    let is_ahead = |line: &Line| match cancel.refund {
        Refund::Prorated => line.is_ahead() && line.period.end > at && prorates(line),
        Refund::Full => line.is_ahead() && is_running(own, line, line.period.end, at),
        Refund::None | Refund::Custom(_) => false,
    };
    if !own.life.waiting.iter().any(is_ahead) {
        return Ok(None);
    }
    let used = used(own, at)?;
    let mut lines = Vec::new();
    for line in &own.life.waiting {
        if !is_ahead(line) {
            lines.push(line.clone());
        } else if cancel.refund == Refund::Prorated {
            lines.extend(price::cut(own, line, used)?);
        }
    }
    Ok(Some(lines))
}

/// The last invoice. Where a pause forgives what is billed, what waited and what comes back is not
/// forgiven.
fn bill_last(
    work: &mut Work,
    own: &Arc<Subscription>,
    cancel: &Cancel,
    moment: Moment,
) -> Result<(), Refusal> {
    let cause = Cause::Cancel { cancel: cancel.id.clone() };
    let (mut progress, lines) = lines(&work.snapshot, own, moment.at)?;
    if !lines.is_empty() || !waiting::take(&work.snapshot, &pause::awake(own))?.0.is_empty() {
        progress.day = Some((moment.at, bill::count_day(own, moment.at)?));
    }
    if progress != own.progress {
        work.tell(bill::billed(own, moment.at, progress));
    }
    bill_waiting(work, own, (cause, lines), moment)
}

/// A trial bills nothing, but what waited when a change gave it is billed with the end.
fn end_trial(
    work: &mut Work,
    own: &Arc<Subscription>,
    cancel: &Cancel,
    moment: Moment,
) -> Result<(), Refusal> {
    let progress = trial::passed(own, moment.at);
    if progress != own.progress {
        work.tell(bill::billed(own, moment.at, progress));
    }
    let cause = Cause::Cancel { cancel: cancel.id.clone() };
    bill_waiting(work, own, (cause, Vec::new()), moment)
}

/// Puts on record that what would be billed at the end is not.
pub(super) fn skip(own: &Subscription, progress: &mut Progress, lines: &[Line]) {
    for (spot, place) in change::spots(own).into_iter().zip(&mut progress.places) {
        let plan = own.plans.get(spot.plan).map(|own| &own.plan);
        let component = plan.and_then(|plan| plan.components.get(spot.component));
        let Some(component) = component else { continue };
        let role = match component.charge_type() {
            ChargeType::PrePost => Role::Advance,
            ChargeType::PostOnly => Role::Arrears,
        };
        let plan = plan.map(|plan| &plan.id);
        let is_own = |line: &&Line| {
            line.role == role
                && line.component == Some(spot.component)
                && line.plan.as_ref().map(|plan| &plan.id) == plan
        };
        let from = place.from;
        let is_its =
            |line: &&Line| is_own(line) && from.is_none_or(|from| line.period.start >= from);
        lines.iter().filter(is_its).for_each(|line| place.skip(line.period));
    }
}

/// An invoice of what waited, also in a pause that forgives, and of lines besides.
pub(super) fn bill_waiting(
    work: &mut Work,
    own: &Arc<Subscription>,
    (cause, lines): (Cause, Vec<Line>),
    moment: Moment,
) -> Result<(), Refusal> {
    let awake = pause::awake(own);
    if lines.is_empty() && waiting::take(&work.snapshot, &awake)?.0.is_empty() {
        let pays = matches!(cause, Cause::Cancel { .. }) && has_reachable(&work.snapshot, &awake)?;
        if !pays || work.snapshot.customer.managed_externally {
            return Ok(());
        }
    }
    let mut facts = compose::compose(&work.snapshot, &awake, (cause, lines), moment)?;
    // What the pause forgives is forgiven again.
    compose::based_on(&mut facts, own);
    work.tell_all(facts);
    Ok(())
}

/// What the last invoice bills and gives back, without the lines that waited for it.
pub(super) fn lines(
    snapshot: &Snapshot,
    own: &Subscription,
    at: Timestamp,
) -> Result<(Progress, Vec<Line>), Refusal> {
    let cancel = own.life.cancel.as_ref();
    let (progress, mut lines) = match cancel.is_some_and(|own| own.remaining_balance) {
        true => remaining::lines(snapshot, own, at)?,
        false => {
            let (mut progress, mut lines) = bill::lines(snapshot, own, at)?;
            if waiting::forgives(own) {
                skip(own, &mut progress, &std::mem::take(&mut lines));
            }
            (progress, lines)
        }
    };
    lines.extend(back(snapshot, own, at)?);
    Ok((progress, lines))
}

/// What comes back of what was billed.
fn back(snapshot: &Snapshot, own: &Subscription, at: Timestamp) -> Result<Vec<Line>, Refusal> {
    match own.life.cancel.as_ref().map_or(Refund::None, |own| own.refund) {
        Refund::None => Ok(Vec::new()),
        Refund::Prorated => prorated(snapshot, own, at),
        Refund::Full => full(snapshot, own, at),
        Refund::Custom(amount) => custom::lines(snapshot, own, (at, at), amount),
    }
}

/// The unused share of the periods that run.
fn prorated(snapshot: &Snapshot, own: &Subscription, at: Timestamp) -> Result<Vec<Line>, Refusal> {
    let used = used(own, at)?;
    let mut lines = Vec::new();
    for line in billed(snapshot, own, |line| line.period.end > at && prorates(line))? {
        let measure = measure(snapshot, own, line.line);
        let (period, unused) = line.unused(own, used, measure);
        lines.extend(line.line(period, unused)?);
    }
    Ok(lines)
}

/// Until when a prorated cancel takes time for used. There, and only there, the first day of a
/// subscription counts whole: who cancels at once has had a day.
fn used(own: &Subscription, at: Timestamp) -> Result<Timestamp, CalendarError> {
    Ok(at.max(own.anchor.zone().next_midnight(own.start)?))
}

/// The periods that run, whole, with what was replaced within them.
fn full(snapshot: &Snapshot, own: &Subscription, at: Timestamp) -> Result<Vec<Line>, Refusal> {
    let mut lines = Vec::new();
    for line in billed(snapshot, own, |_| true)? {
        if is_running(own, line.line, line.until, at) {
            lines.extend(line.line(line.line.period, calendar::Share::FULL)?);
        }
    }
    Ok(lines)
}

fn prorates(line: &Line) -> bool {
    let component = line.plan.as_ref().zip(line.component);
    let component = component.and_then(|(plan, place)| plan.components.get(place));
    component.is_none_or(|own| own.pricing.proration_type == ProrationType::ProrateAll)
}

/// Voids drafts and what is wholly unpaid, as far as nothing was given back of it.
fn take_back(work: &mut Work, own: &Subscription) -> Result<(), Refusal> {
    let unpaid = |invoice: &Invoice| match invoice.state {
        InvoiceState::Draft { .. } => true,
        InvoiceState::Pending(_) => invoice.payments.is_empty(),
        InvoiceState::Paid { .. } | InvoiceState::Void { .. } => false,
    };
    let of = |invoice: &&Arc<Invoice>| invoice.subscription.as_ref() == Some(&own.id);
    let all = work.snapshot.invoices.iter().filter(of).filter(|invoice| unpaid(invoice));
    // The latest first, so that what it gave back of an earlier one is out of the way.
    let ids: Vec<Handle> = all.rev().map(|invoice| invoice.id.clone()).collect();
    for id in ids {
        match void::void(work, &id) {
            Ok(()) | Err(Refusal::CreditedLater | Refusal::CreditUsed | Refusal::Refunded) => {}
            Err(refusal) => return Err(refusal),
        }
    }
    Ok(())
}
