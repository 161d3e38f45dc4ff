//! What other invoices and subscriptions know of an invoice: what was given back of a line stands
//! with that line, and a subscription knows the invoices that were billed in advance.

use std::sync::Arc;

use calendar::Timestamp;
use money::Amount;

use crate::id::Handle;
use crate::invoice::{Credited, Derivation, Invoice, InvoiceState, Line, Settling, TaxCredit};
use crate::period::AdvanceInvoice;
use crate::snapshot::Snapshot;
use crate::subscription::Subscription;

/// Notes with other records what an invoice means for them.
pub(crate) fn note(snapshot: &mut Snapshot, known: &Invoice) {
    if matches!(known.state, InvoiceState::Void { .. }) {
        return;
    }
    for line in &known.lines {
        let Derivation::ProrationCredit(back) = &line.derivation else { continue };
        let entry = credited(known, line);
        if let Some(billed) = find(snapshot, &back.invoice) {
            billed.credited.push(entry);
        }
    }
    restore(snapshot, known, 1);
    let subscription = known.subscription.as_ref();
    let Some(subscription) = subscription.and_then(|id| subscription_of(snapshot, id)) else {
        return;
    };
    if let Some(through) = billed_through(subscription, known) {
        let invoice = known.id.clone();
        let entry = AdvanceInvoice { invoice, through };
        Arc::make_mut(subscription).state.advance_invoices.push(entry);
    }
}

/// Forgets what other records know of an invoice.
pub(crate) fn take_back(snapshot: &mut Snapshot, id: &Handle) {
    let Some(invoice) = snapshot.invoice(id).cloned() else { return };
    for billed in invoice.corrected() {
        if let Some(billed) = find(snapshot, billed) {
            billed.credited.retain(|entry| entry.by != *id);
        }
    }
    if invoice.stands() {
        restore(snapshot, &invoice, -1);
    }
    let subscription = invoice.subscription.as_ref();
    let Some(subscription) = subscription.and_then(|id| subscription_of(snapshot, id)) else {
        return;
    };
    let known = |entry: &AdvanceInvoice| entry.invoice == *id;
    if subscription.state.advance_invoices.iter().any(known) {
        Arc::make_mut(subscription).state.advance_invoices.retain(|entry| !known(entry));
    }
}

/// What a line gives back, as the line that it corrects knows it.
fn credited(invoice: &Invoice, line: &Line) -> Credited {
    let negated = |amount: Amount| Amount { minor: amount.minor.saturating_neg(), ..amount };
    let (place, taxes) = match &line.derivation {
        Derivation::ProrationCredit(back) => (back.line, back.taxes.clone()),
        Derivation::Charge { .. } | Derivation::Minimum { .. } => (0, Vec::new()),
    };
    let taxes =
        taxes.into_iter().map(|tax| TaxCredit { amount: negated(tax.amount), most: None, ..tax });
    Credited {
        line: place,
        by: invoice.id.clone(),
        amount: negated(line.amount),
        taxes: taxes.collect(),
        from: line.period.start,
    }
}

/// Notes with the invoices that credits had paid what went back to these.
fn restore(snapshot: &mut Snapshot, each: &Invoice, sign: i64) {
    for detail in &each.credits {
        let Settling::Restored { credit, invoice } = &detail.of else { continue };
        let Ok(amount) = detail.amount() else { continue };
        let Some(paid) = find(snapshot, invoice) else { continue };
        let of = Settling::Credit(credit.clone());
        if let Some(known) = paid.credits.iter_mut().find(|known| known.of == of) {
            let back = amount.minor.saturating_mul(-sign);
            known.restored.minor = known.restored.minor.saturating_add(back);
        }
    }
}

/// The end of the last period that an invoice bills in advance.
fn billed_through(subscription: &Subscription, invoice: &Invoice) -> Option<Timestamp> {
    let ahead = invoice.lines.iter().filter(|line| line.is_ahead());
    ahead.map(|line| subscription.running_until(line)).max()
}

pub(crate) fn find<'a>(snapshot: &'a mut Snapshot, id: &Handle) -> Option<&'a mut Invoice> {
    snapshot.invoices.iter_mut().find(|invoice| invoice.id == *id).map(Arc::make_mut)
}

fn subscription_of<'a>(
    snapshot: &'a mut Snapshot,
    id: &Handle,
) -> Option<&'a mut Arc<Subscription>> {
    snapshot.subscriptions.iter_mut().find(|subscription| subscription.id == *id)
}
