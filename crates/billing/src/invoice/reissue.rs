//! Billing the lines of a void invoice again, once, from today's usage, taxes, discounts and
//! credits. It is for the same billing date and issued today.

use std::sync::Arc;

use money::Ratio;

use crate::fact::Fact;
use crate::id::InvoiceHandle;
use crate::invoice::line::{Derivation, Line, Role, Used};
use crate::invoice::state::{Cause, Invoice, InvoiceState};
use crate::invoice::{finalize, pending_lines};
use crate::period::charge;
use crate::pricing::{Demand, Kind};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::Subscription;
use crate::work::Work;

/// Issues a void invoice again.
pub(crate) fn reissue(work: &mut Work, id: &InvoiceHandle) -> Result<(), Refusal> {
    let old = work.snapshot.invoice(id).ok_or(Refusal::NotFound)?.clone();
    let InvoiceState::Void { .. } = old.state else { return Err(Refusal::NotVoid) };
    if old.reissued_as.is_some() {
        return Err(Refusal::AlreadyReissued);
    }
    let subscription = old.subscription.as_ref().and_then(|id| work.snapshot.subscription(id));
    let known = subscription.ok_or(Refusal::NotFound)?.clone();
    let charged = old.lines.iter().filter(|line| line.corrects().is_none());
    let lines = charged.map(|line| again(&work.snapshot, &known, line));
    let mut lines: Vec<Line> = lines.collect::<Result<_, _>>()?;
    let given = |line: &Line| old.lines.iter().any(|each| is_same(each, line));
    let (back, rest): (Vec<Line>, Vec<Line>) =
        known.lifecycle.pending_lines.iter().cloned().partition(|line| given(line));
    let waited = !back.is_empty();
    lines.extend(back);
    if lines.is_empty() {
        return Err(Refusal::NothingToBill);
    }
    let invoice = Invoice {
        id: work.snapshot.minted.upcoming(0),
        cause: Cause::Reissue { invoice: old.id.clone() },
        created: work.now,
        state: InvoiceState::Draft { until: Some(work.now), basis: known.clone() },
        lines,
        payments: Vec::new(),
        refunded: money::Amount::zero(old.currency),
        reissued_as: None,
        credited: Vec::new(),
        left_open: Vec::new(),
        ..Invoice::clone(&old)
    };
    let facts: Vec<Fact> = finalize::finalize(&work.snapshot, &known, invoice, work.now)?;
    work.tell_all(facts);
    if waited {
        work.tell(pending_lines::wait(&known, work.now, rest));
    }
    Ok(())
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
fn again(
    snapshot: &Snapshot,
    subscription: &Arc<Subscription>,
    line: &Line,
) -> Result<Line, Refusal> {
    let (Some(component), Derivation::Charge { configuration: config, scheduled, less, used, .. }) =
        (&line.component, &line.derivation)
    else {
        return Ok(line.clone());
    };
    if component.kind != Kind::Usage || line.role != Role::Arrears {
        return Ok(line.clone());
    }
    let metered = charge::metered(snapshot, subscription, component, line.period)?;
    // Units that earlier periods had paid for are still paid for.
    let carried = used.as_ref().map_or(Ratio::ZERO, |used| used.carried.clone());
    let used = Used { carried: carried.min(metered.clone()), metered };
    let demand = charge::demand(component, config, &used.charged(), line.share);
    let demand = Demand { period: *scheduled, ..demand };
    let charge = component.pricing.charge(&demand)?;
    let (exact, amount) = charge.beyond(*less)?;
    let (configuration, scheduled, less, used) = (config.clone(), *scheduled, *less, Some(used));
    let derivation = Derivation::Charge { configuration, scheduled, charge, less, used };
    Ok(Line { units: demand.units, derivation, exact, amount, ..line.clone() })
}
