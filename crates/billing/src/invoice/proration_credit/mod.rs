//! Proration credits: what was billed for time to come and will not be used returns as negative
//! lines, never more than was billed less what came back before (`period::reverse` is the sum).
//!
//! A subscription names the invoices that were billed in advance, and each of their lines knows
//! what was given back of it. So nothing here depends on what else was loaded: an invoice that is
//! named and not there is an error.

pub(crate) mod billed;

use billed::Billed;

use calendar::{Measure, Timestamp};

use crate::credit::give_back;
use crate::invoice::line::{Line, Role};
use crate::invoice::state::{Invoice, InvoiceState};
use crate::period::RunningPeriod;
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::Subscription;

/// The lines of a subscription that were billed for time to come, and stand.
pub(crate) fn billed<'a>(
    snapshot: &'a Snapshot,
    subscription: &Subscription,
    wanted: impl Fn(&Line) -> bool,
) -> Result<Vec<Billed<'a>>, Refusal> {
    search(snapshot, subscription, Invoice::stands, wanted)
}

/// The same on drafts that a pause keeps: what comes back of them waits until they are final.
pub(crate) fn of_running<'a>(
    snapshot: &'a Snapshot,
    subscription: &Subscription,
    wanted: impl Fn(&Line) -> bool,
) -> Result<Vec<Billed<'a>>, Refusal> {
    let is_kept = |invoice: &Invoice| matches!(invoice.state, InvoiceState::Draft { .. });
    search(snapshot, subscription, is_kept, wanted)
}

fn search<'a>(
    snapshot: &'a Snapshot,
    subscription: &Subscription,
    stands: impl Fn(&Invoice) -> bool,
    wanted: impl Fn(&Line) -> bool,
) -> Result<Vec<Billed<'a>>, Refusal> {
    let (mut found, pending) = (Vec::new(), snapshot.pending_lines.of(&subscription.id));
    for entry in &subscription.state.advance_invoices {
        let invoice = loaded(snapshot, &entry.invoice)?;
        if !stands(invoice) {
            continue;
        }
        let lines = invoice.lines.iter().enumerate();
        let its = |line: &Line| line.is_ahead() && invoice.is_of(line, &subscription.id);
        for (place, line) in lines.filter(|(_, line)| its(line) && wanted(line)) {
            let mut billed = Billed::of(pending, invoice, place, line)?;
            billed.sold = give_back::left(snapshot, invoice, place)?;
            found.push(billed);
        }
    }
    Ok(found)
}

/// An invoice that a decision depends on.
pub(crate) fn loaded<'a>(
    snapshot: &'a Snapshot,
    id: &crate::id::InvoiceHandle,
) -> Result<&'a Invoice, Refusal> {
    snapshot.invoice(id).map(|invoice| &**invoice).ok_or_else(|| Refusal::not_loaded(id))
}

/// Whether a line is of a period that still runs at an instant, or was replaced within one.
pub(crate) fn is_running(
    subscription: &Subscription,
    line: &Line,
    until: Timestamp,
    at: Timestamp,
) -> bool {
    let whole = subscription.running_until(line);
    if whole <= at {
        return false;
    }
    let cut = line.role == Role::ProrationCharge && line.period.end < whole;
    let replaced = until < line.period.end || cut;
    let within =
        |running: RunningPeriod| running.span.grid.start < until && at < running.span.period.end;
    !replaced || subscription.state.all().any(|known| known.progress.running.is_some_and(within))
}

/// How shares of a line are counted: as its period was when it began, else as periods begin now.
pub(crate) fn measure(snapshot: &Snapshot, subscription: &Subscription, line: &Line) -> Measure {
    let current = subscription.state.components().map(|(known, state)| (&known.pricing, state));
    let removed = subscription.state.removed.iter().map(|known| (&known.pricing, &known.state));
    let mut same =
        current.chain(removed).filter(|(pricing, state)| line.is_of(pricing, &state.component));
    let running = same.find_map(|(_, state)| state.progress.running);
    let within = |running: &RunningPeriod| running.span.grid.overlap(line.period).is_some();
    if let Some(running) = running.filter(within) {
        return running.measure;
    }
    let term = line.component.as_ref().map(|component| component.term);
    let grid = term.and_then(|term| subscription.grid(term).ok());
    grid.map_or(snapshot.company.measure, |grid| grid.measure(snapshot.company.measure))
}
