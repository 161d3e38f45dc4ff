//! A new invoice from its lines: a draft while usage may still come or a pause keeps it, void where
//! a pause waives it, else final at once.

use std::sync::Arc;

use money::Amount;

use crate::fact::{Fact, InvoiceFact};
use crate::invoice::assemble::{grace_end, invoice, is_metered, total};
use crate::invoice::line::Line;
use crate::invoice::state::{Cause, InvoiceState};
use crate::invoice::{finalize, pending_lines};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::{Behaviour, Subscription};
use crate::work::Moment;

/// The facts of a new invoice.
pub(crate) fn create(
    snapshot: &Snapshot,
    own: &Arc<Subscription>,
    (cause, mut lines): (Cause, Vec<Line>),
    moment: Moment,
) -> Result<Vec<Fact>, Refusal> {
    let (taken, rest) = pending_lines::take(snapshot, own)?;
    let moved = rest.len() != own.lifecycle.pending_lines.len();
    lines.extend(taken);
    let mut facts = begin(snapshot, own, (cause, lines), moment)?;
    if moved {
        facts.push(pending_lines::wait(own, moment.at, rest));
    }
    Ok(facts)
}

/// Lets drafts among these facts be computed again from the subscription as it was then.
pub(crate) fn based_on(facts: &mut [Fact], own: &Arc<Subscription>) {
    for fact in facts {
        if let Fact::Invoice { fact: InvoiceFact::Drafted(draft), .. } = fact
            && let InvoiceState::Draft { basis, .. } = &mut draft.state
        {
            *basis = own.clone();
        }
    }
}

fn begin(
    snapshot: &Snapshot,
    own: &Arc<Subscription>,
    (cause, lines): (Cause, Vec<Line>),
    moment: Moment,
) -> Result<Vec<Fact>, Refusal> {
    let waits = own.grace > 0 && lines.iter().any(is_metered);
    let until = if waits { grace_end(own, moment.at)? } else { moment.at };
    let mut invoice = invoice(snapshot, own, (cause, lines), moment)?;
    let state = match own.lifecycle.pause.map(|pause| pause.behaviour) {
        Some(Behaviour::Draft) => InvoiceState::Draft { until: None, basis: own.clone() },
        Some(Behaviour::Void) => InvoiceState::Void { issue: None, at: moment.now },
        None if waits && until > moment.now => {
            InvoiceState::Draft { until: Some(until), basis: own.clone() }
        }
        None => return finalize::finalize(snapshot, own, invoice, moment.now),
    };
    invoice.state = state;
    total(snapshot, own, &mut invoice, Vec::new())?;
    if matches!(invoice.state, InvoiceState::Void { .. }) {
        invoice.totals.revenue = Amount::zero(own.currency);
    }
    match invoice.state {
        InvoiceState::Void { .. } => Ok(vec![Fact::waived(invoice, moment.now)]),
        _ => Ok(vec![Fact::drafted(invoice, moment.now)]),
    }
}
