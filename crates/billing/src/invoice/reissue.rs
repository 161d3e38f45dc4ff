//! Billing the lines of a void invoice again, once, from today's usage, taxes, discounts and
//! credits. It is for the same billing date and issued today.

use std::collections::BTreeSet;
use std::sync::Arc;

use money::Ratio;

use crate::id::{InvoiceHandle, OneTimeHandle, SubscriptionHandle};
use crate::invoice::line::{Derivation, Line, Role};
use crate::invoice::state::{Cause, Invoice, InvoiceState};
use crate::invoice::used::Used;
use crate::invoice::{assemble, finalize, pending_lines};
use crate::one_time::{self, OneTime, OneTimeState};
use crate::period::charge;
use crate::pricing::{Demand, Kind};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::work::Work;

/// Issues a void invoice again.
pub(crate) fn reissue(work: &mut Work, id: &InvoiceHandle) -> Result<(), Refusal> {
    let old = work.snapshot.invoice(id).ok_or(Refusal::NotFound)?.clone();
    let InvoiceState::Void { .. } = old.state else { return Err(Refusal::NotVoid) };
    if old.reissued_as.is_some() {
        return Err(Refusal::AlreadyReissued);
    }
    let known = match &old.subscription {
        Some(id) => Some(work.snapshot.subscription(id).ok_or(Refusal::PayerChanged)?.clone()),
        None => None,
    };
    let charged = old.lines.iter().filter(|line| line.corrects().is_none());
    let charged = charged.filter(|line| is_billable(&work.snapshot, &old, line));
    let is_known = |id: &&SubscriptionHandle| work.snapshot.subscription(id).is_some();
    let of = |line: &'_ Line| line.subscription.clone().filter(|id| is_known(&id));
    let lines = charged.map(|line| again(&work.snapshot, of(line).as_ref(), line));
    let mut lines: Vec<Line> = lines.collect::<Result<_, _>>()?;
    let given = |line: &Line| old.lines.iter().any(|each| is_same(each, line));
    let pending = known.as_ref().map(|known| work.snapshot.pending_lines.of(&known.id));
    let (back, rest): (Vec<Line>, Vec<Line>) =
        pending.unwrap_or_default().iter().cloned().partition(|line| given(line));
    let waited = !back.is_empty();
    lines.extend(back);
    if lines.is_empty() {
        return Err(Refusal::NothingToBill);
    }
    let zone = known.as_ref().map_or(&work.snapshot.company.zone, |it| it.terms.anchor.zone());
    let invoice = Invoice {
        id: work.snapshot.minted.upcoming(0),
        cause: Cause::Reissue { invoice: old.id.clone() },
        created: work.now,
        state: InvoiceState::Pending(assemble::issue(zone, work.now, old.due_days)?),
        lines,
        payments: Vec::new(),
        refunded: money::Amount::zero(old.currency),
        reissued_as: None,
        credited: Vec::new(),
        left_open: Vec::new(),
        granted: Vec::new(),
        ..Invoice::clone(&old)
    };
    let bought = bought(&work.snapshot, &invoice)?;
    let id = invoice.id.clone();
    let facts = finalize::finalize(&work.snapshot, known.as_deref(), invoice, work.now)?;
    work.tell_all(facts);
    work.tell_all(one_time::lines::invoiced(&bought, &id, work.now));
    if let Some(known) = known.filter(|_| waited) {
        pending_lines::wait(work, &known, work.now, rest);
    }
    Ok(())
}

/// Whether a line may be billed again: a one-time charge that stands on another invoice by now may
/// not.
fn is_billable(snapshot: &Snapshot, old: &Invoice, line: &Line) -> bool {
    let Some(one_time) = &line.one_time else { return true };
    let known = snapshot.one_time(&one_time.id);
    known.is_some_and(|known| match &known.state {
        OneTimeState::Invoiced { invoice } => *invoice == old.id,
        OneTimeState::Pending | OneTimeState::Cancelled => true,
    })
}

/// The one-time charges of an invoice.
fn bought(snapshot: &Snapshot, invoice: &Invoice) -> Result<Vec<Arc<OneTime>>, Refusal> {
    let ids: BTreeSet<&OneTimeHandle> = invoice.one_times().collect();
    let loaded = |id: &OneTimeHandle| snapshot.one_time(id).cloned();
    let all = ids.into_iter().map(|id| loaded(id).ok_or_else(|| Refusal::not_loaded(id)));
    all.collect()
}

/// Whether a line that waits is what a void invoice gave back.
fn is_same(line: &Line, waits: &Line) -> bool {
    match (&line.derivation, &waits.derivation) {
        (Derivation::ProrationCredit(proration_credit), Derivation::ProrationCredit(waits)) => {
            proration_credit == waits
        }
        _ => false,
    }
}

/// A line with what is metered for its period now; all others are what they were.
pub(crate) fn again(
    snapshot: &Snapshot,
    subscription: Option<&SubscriptionHandle>,
    line: &Line,
) -> Result<Line, Refusal> {
    let (Some(subscription), Some(component)) = (subscription, &line.component) else {
        return Ok(line.clone());
    };
    if component.kind != Kind::Usage || line.role != Role::Arrears {
        return Ok(line.clone());
    }
    let metered =
        charge::metered_of_line(snapshot, (subscription, component), (line, line.period))?;
    metered_by(line, metered)
}

/// A charge for usage by another metered value; all other lines are what they were.
pub(crate) fn metered_by(line: &Line, metered: Ratio) -> Result<Line, Refusal> {
    let (Some(component), Derivation::Charge { configuration: config, scheduled, less, used, .. }) =
        (&line.component, &line.derivation)
    else {
        return Ok(line.clone());
    };
    // Units that earlier periods had paid for are still paid for.
    let carried = used.as_ref().map_or(Ratio::ZERO, |used| used.carried.clone());
    let measure = used.as_ref().map(|used| used.measure).unwrap_or_default();
    let used = Used { measure, ..Used::new(metered.clone(), carried.min(metered)) };
    let demand = charge::demand(component, config, &used.charged(), line.share);
    let demand = Demand { period: *scheduled, ..demand };
    let charge = component.pricing.charge(&demand)?;
    let (exact, amount) = charge.beyond(*less)?;
    let (configuration, scheduled, less, used) = (config.clone(), *scheduled, *less, Some(used));
    let derivation = Derivation::Charge { configuration, scheduled, charge, less, used };
    Ok(Line { units: demand.units, derivation, exact, amount, ..line.clone() })
}
