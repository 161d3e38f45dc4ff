//! What other invoices and subscriptions know of an invoice: what was given back of a line stands
//! with that line, and a subscription knows the invoices that were billed in advance.

use std::sync::Arc;

use calendar::Timestamp;
use money::AmountError;

use crate::id::{InvoiceHandle, SubscriptionHandle};
use crate::invoice::{
    Credited, Derivation, Invoice, InvoiceState, Line, ProrationCredit, Settling, TaxCredit,
};
use crate::period::AdvanceInvoice;
use crate::snapshot::Snapshot;
use crate::subscription::Subscription;

/// Notes with other records what an invoice means for them.
pub(crate) fn note(snapshot: &mut Snapshot, known: &Invoice) -> Result<(), AmountError> {
    if matches!(known.state, InvoiceState::Void { .. }) {
        return Ok(());
    }
    for line in &known.lines {
        let Derivation::ProrationCredit(back) = &line.derivation else { continue };
        let entry = credited(known, line, back)?;
        if let Some(billed) = find(snapshot, &back.invoice) {
            billed.credited.push(entry);
        }
    }
    restore(snapshot, known, true)?;
    for id in known.subscriptions() {
        let Some(subscription) = subscription_of(snapshot, id) else { continue };
        if let Some(through) = billed_through(subscription, known) {
            let invoice = known.id.clone();
            let entry = AdvanceInvoice { invoice, through };
            Arc::make_mut(subscription).state.advance_invoices.push(entry);
        }
    }
    Ok(())
}

/// Forgets what other records know of an invoice.
pub(crate) fn take_back(snapshot: &mut Snapshot, id: &InvoiceHandle) -> Result<(), AmountError> {
    let Some(invoice) = snapshot.invoice(id).cloned() else { return Ok(()) };
    for billed in invoice.corrected() {
        if let Some(billed) = find(snapshot, billed) {
            billed.credited.retain(|entry| entry.by != *id);
        }
    }
    if invoice.stands() {
        restore(snapshot, &invoice, false)?;
    }
    for of in invoice.subscriptions() {
        let Some(subscription) = subscription_of(snapshot, of) else { continue };
        let known = |entry: &AdvanceInvoice| entry.invoice == *id;
        if subscription.state.advance_invoices.iter().any(known) {
            Arc::make_mut(subscription).state.advance_invoices.retain(|entry| !known(entry));
        }
    }
    Ok(())
}

/// What a line gives back, as the line that it corrects knows it.
fn credited(
    invoice: &Invoice,
    line: &Line,
    back: &ProrationCredit,
) -> Result<Credited, AmountError> {
    let tax = |tax: &TaxCredit| {
        Ok(TaxCredit { amount: tax.amount.checked_neg()?, most: None, ..tax.clone() })
    };
    Ok(Credited {
        line: back.line,
        by: invoice.id.clone(),
        amount: line.net()?.checked_neg()?,
        taxes: back.taxes.iter().map(tax).collect::<Result<_, AmountError>>()?,
        // What is adjusted is still served.
        from: match back.adjusts {
            Some(_) => line.period.end,
            None => line.period.start,
        },
    })
}

/// Notes with the invoices that credits had paid what went back to these.
fn restore(snapshot: &mut Snapshot, each: &Invoice, stands: bool) -> Result<(), AmountError> {
    for detail in &each.credits {
        let Settling::Restored { credit, invoice } = &detail.of else { continue };
        let amount = detail.amount()?;
        let Some(paid) = find(snapshot, invoice) else { continue };
        let of = Settling::Credit(credit.clone());
        let at_issue = paid.credits.iter_mut().find(|known| known.of == of);
        let later = paid.payments.iter_mut().filter_map(|payment| payment.credit.as_mut());
        let later = later.filter(|known| known.credit == *credit).map(|known| &mut known.restored);
        let mut restored = at_issue.map(|known| &mut known.restored).into_iter().chain(later);
        if let Some(restored) = restored.next() {
            // What goes back to a credit is negative here.
            *restored = match stands {
                true => restored.checked_sub(amount)?,
                false => restored.checked_add(amount)?,
            };
        }
    }
    Ok(())
}

/// The end of the last period that an invoice bills in advance.
fn billed_through(subscription: &Subscription, invoice: &Invoice) -> Option<Timestamp> {
    let is_its = |line: &&Line| line.is_ahead() && invoice.is_of(line, &subscription.id);
    let ahead = invoice.lines.iter().filter(is_its);
    ahead.map(|line| subscription.running_until(line)).max()
}

pub(crate) fn find<'a>(snapshot: &'a mut Snapshot, id: &InvoiceHandle) -> Option<&'a mut Invoice> {
    snapshot.invoices.iter_mut().find(|invoice| invoice.id == *id).map(Arc::make_mut)
}

fn subscription_of<'a>(
    snapshot: &'a mut Snapshot,
    id: &SubscriptionHandle,
) -> Option<&'a mut Arc<Subscription>> {
    snapshot.subscriptions.iter_mut().find(|subscription| subscription.id == *id)
}
