//! The coming billing date, billed before its time: what is charged in advance for the periods that
//! begin then, and the lines that wait. The date itself later bills what is left.

use std::sync::Arc;

use calendar::Timestamp;

use crate::fact::{Fact, SubscriptionFact};
use crate::id::{Handle, Noun};
use crate::invoice::{Cause, Line, assemble, finalize, pending_lines};
use crate::period::spot::Spot;
use crate::period::{Advance, Priced, Progress, RunningPeriod};
use crate::pricing::ChargeType;
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::state::Subscription;
use crate::subscription::{billing_date, pause};
use crate::work::{Moment, Work};

/// Makes the invoice of the coming billing date now.
pub(crate) fn bill_next(work: &mut Work, id: &Handle) -> Result<(), Refusal> {
    let own = work.snapshot.subscription(id).ok_or(Refusal::NotFound)?.clone();
    if own.is_over() && !own.lifecycle.pending_lines.is_empty() {
        return bill_rest(work, &own);
    }
    let date = coming(&own)?;
    let (mut progress, mut lines) = ahead(&work.snapshot, &own, date)?;
    lines.extend(own.lifecycle.pending_lines.iter().cloned());
    if lines.is_empty() {
        return Err(Refusal::NothingToBill);
    }
    progress.day = Some((date, billing_date::count_day(&own, date)?));
    let request = work.snapshot.minted.upcoming(Noun::Request, 0);
    work.tell(billing_date::billed(&own, work.now, progress));
    if !own.lifecycle.pending_lines.is_empty() {
        let (subscription, at, lines) = (id.clone(), work.now, Vec::new());
        work.tell(Fact::Subscription {
            subscription,
            at,
            fact: SubscriptionFact::PendingLines { lines },
        });
    }
    let moment = Moment { at: date, now: work.now };
    let invoice =
        assemble::invoice(&work.snapshot, &own, (Cause::Next { request }, lines), moment)?;
    let facts = finalize::finalize(&work.snapshot, &own, invoice, work.now)?;
    work.tell_all(facts);
    Ok(())
}

/// What returned from an invoice that was voided when everything was over: no date will bill it.
fn bill_rest(work: &mut Work, own: &Arc<Subscription>) -> Result<(), Refusal> {
    let (lines, rest) = pending_lines::take(&work.snapshot, &pause::awake(own))?;
    if lines.is_empty() {
        return Err(Refusal::NothingToBill);
    }
    let cause = Cause::Next { request: work.snapshot.minted.upcoming(Noun::Request, 0) };
    let moment = Moment { at: work.now, now: work.now };
    let invoice = assemble::invoice(&work.snapshot, own, (cause, lines), moment)?;
    let facts = finalize::finalize(&work.snapshot, own, invoice, work.now)?;
    work.tell_all(facts);
    work.tell(pending_lines::wait(own, work.now, rest));
    Ok(())
}

/// The coming billing date, if it can be billed now.
fn coming(own: &Subscription) -> Result<Timestamp, Refusal> {
    if own.lifecycle.trial.is_some() {
        return Err(Refusal::InTrial);
    }
    if own.lifecycle.pause.is_some() {
        return Err(Refusal::Paused);
    }
    if own.parked.is_some() {
        return Err(Refusal::Parked);
    }
    let date = own.next_billing_date().filter(|_| own.is_live()).ok_or(Refusal::NotLive)?;
    if own.known_end().is_some_and(|end| end <= date) {
        return Err(Refusal::Ending);
    }
    match own.lifecycle.changes.iter().any(|change| change.at <= date) {
        true => Err(Refusal::Changing),
        false => Ok(date),
    }
}

/// What is charged in advance for the periods that begin at a billing date to come.
fn ahead(
    snapshot: &Snapshot,
    own: &Arc<Subscription>,
    date: Timestamp,
) -> Result<(Progress, Vec<Line>), Refusal> {
    let (mut progress, mut lines) = (own.progress.clone(), Vec::new());
    if snapshot.customer.managed_externally {
        return Ok((progress, lines));
    }
    let spots = own.pricings.iter().enumerate().flat_map(|(plan, state)| {
        (0..state.configurations.len()).map(move |component| (plan, component))
    });
    for (place, (plan, component)) in spots.enumerate() {
        let Some(priced) = Priced::new(own, Spot { plan, component, place }) else { continue };
        let Some(place) = progress.components.get_mut(place) else { continue };
        let begins = place.running.is_some_and(|open| open.span.period.end == date);
        let prepays = priced.component.charge_type() == ChargeType::PrePost;
        if !begins || !prepays || place.billed_through(date).is_some() {
            continue;
        }
        let grid = own.grid(priced.component.term)?;
        let span = grid.span_at(date, own.served_from(), own.known_end())?;
        let open = RunningPeriod::new(span, grid.measure(snapshot.company.measure));
        let line = priced.advance(open)?;
        place.advanced(Advance { period: span.period, amount: line.amount });
        lines.push(line);
    }
    Ok((progress, lines))
}
