//! A new invoice from its lines: a draft while usage may still come or a pause keeps it, void where
//! a pause waives it, else final at once.

use std::sync::Arc;

use money::Amount;

use crate::fact::{Fact, InvoiceFact};
use crate::invoice::assemble::{grace_end, invoice, is_metered, total};
use crate::invoice::line::Line;
use crate::invoice::rollup::collect::{add, collect};
use crate::invoice::state::{Basis, Cause, InvoiceState};
use crate::invoice::{finalize, pending_lines};
use crate::one_time::{self, OneTime};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::{Behaviour, Subscription};
use crate::work::Moment;

/// The facts of a new invoice.
pub(crate) fn create(
    snapshot: &Snapshot,
    subscription: &Arc<Subscription>,
    (cause, mut lines): (Cause, Vec<Line>),
    moment: Moment,
) -> Result<Vec<Fact>, Refusal> {
    if let Some(facts) = collect(snapshot, subscription, (&cause, &lines), moment)? {
        return Ok(facts);
    }
    let (taken, rest) = pending_lines::take(snapshot, subscription)?;
    let moved = rest.len() != snapshot.pending_lines.of(&subscription.id).len();
    add(&mut lines, taken);
    let bought = bought(snapshot, subscription)?;
    lines.extend(one_time::lines::all(&bought, moment.at)?);
    let mut facts = begin(snapshot, subscription, (cause, lines), moment)?;
    if let Some(made) = facts.iter().find_map(Fact::invoice_made).map(|made| made.id.clone()) {
        facts.extend(one_time::lines::invoiced(&bought, &made, moment.at));
    }
    if moved {
        facts.push(pending_lines::waits(snapshot, subscription, moment.at, rest));
    }
    Ok(facts)
}

/// One-time charges that stand on the next invoice; one that is waived takes none.
pub(crate) fn bought(
    snapshot: &Snapshot,
    subscription: &Subscription,
) -> Result<Vec<Arc<OneTime>>, Refusal> {
    match takes_one_times(snapshot, subscription)? {
        true => Ok(one_time::lines::next(snapshot, subscription)),
        false => Ok(Vec::new()),
    }
}

/// Whether invoices of a subscription bill one-time charges: one that is waived does not.
pub(crate) fn takes_one_times(
    snapshot: &Snapshot,
    subscription: &Subscription,
) -> Result<bool, Refusal> {
    let elsewhere = snapshot.customer_of(subscription)?.managed_externally;
    Ok(!elsewhere && !pending_lines::waives(subscription))
}

/// Whether one-time charges that came with a subscription make an invoice of their own accord.
pub(crate) fn has_own(snapshot: &Snapshot, subscription: &Subscription) -> Result<bool, Refusal> {
    let own = |known: &Arc<OneTime>| known.waits_with(&subscription.id);
    Ok(bought(snapshot, subscription)?.iter().any(own))
}

/// Lets drafts among these facts be computed again from what was then.
pub(crate) fn based_on(facts: &mut [Fact], then: &Basis) {
    for fact in facts {
        if let Fact::Invoice { fact: InvoiceFact::Drafted(draft), .. } = fact
            && let InvoiceState::Draft { basis, .. } = &mut draft.state
        {
            *basis = Some(then.clone());
        }
    }
}

fn begin(
    snapshot: &Snapshot,
    subscription: &Arc<Subscription>,
    (cause, lines): (Cause, Vec<Line>),
    moment: Moment,
) -> Result<Vec<Fact>, Refusal> {
    let waits = subscription.terms.grace > 0 && lines.iter().any(is_metered);
    let until = if waits { grace_end(subscription, moment.at)? } else { moment.at };
    let mut invoice = invoice(snapshot, subscription, (cause, lines), moment)?;
    let basis = Some(pending_lines::basis(snapshot, subscription));
    let state = match subscription.lifecycle.pause.map(|pause| pause.behaviour) {
        Some(Behaviour::Draft) => InvoiceState::Draft { until: None, basis },
        Some(Behaviour::Void) => InvoiceState::Void { issue: None, at: moment.now },
        None if waits && until > moment.now => InvoiceState::Draft { until: Some(until), basis },
        None => return finalize::finalize(snapshot, Some(subscription), invoice, moment.now),
    };
    invoice.state = state;
    total(snapshot, Some(subscription), &mut invoice, Vec::new())?;
    if matches!(invoice.state, InvoiceState::Void { .. }) {
        invoice.totals.revenue = Amount::zero(subscription.terms.currency);
    }
    match invoice.state {
        InvoiceState::Void { .. } => Ok(vec![Fact::waived(invoice, moment.now)]),
        _ => Ok(vec![Fact::drafted(invoice, moment.now)]),
    }
}
