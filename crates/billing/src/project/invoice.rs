//! What a fact makes of an invoice.

use std::sync::Arc;

use calendar::Timestamp;
use money::{Amount, AmountError};

use crate::customer::RollupRun;
use crate::fact::InvoiceFact;
use crate::id::InvoiceHandle;
use crate::invoice::{Cause, Invoice, InvoiceState, Issue, Payment};
use crate::project::discounts::{unuse_discounts, use_discounts};
use crate::project::known::{self, find};
use crate::snapshot::Snapshot;

pub(crate) fn project(
    snapshot: &mut Snapshot,
    (id, at): (&InvoiceHandle, Timestamp),
    fact: &InvoiceFact,
) -> Result<(), AmountError> {
    match fact {
        InvoiceFact::Drafted(made) | InvoiceFact::Finalized(made) | InvoiceFact::Waived(made) => {
            put(snapshot, made)?
        }
        InvoiceFact::Updated { due_date } => issued(snapshot, id, |invoice, issue| {
            invoice.state = InvoiceState::Pending(Issue { due: *due_date, ..issue });
        }),
        InvoiceFact::PaymentRecorded { payment, settles } => {
            issued(snapshot, id, |invoice, issue| {
                invoice.payments.push(payment.clone());
                if *settles {
                    invoice.state = InvoiceState::Paid { issue, at: payment.date };
                }
            });
            earn_less(snapshot, id, payment)?;
        }
        InvoiceFact::PaymentWithdrawn { by, .. } => issued(snapshot, id, |invoice, issue| {
            let given = |paid: &Payment| paid.given_by.as_ref() == Some(by);
            if let Some(place) = invoice.payments.iter().rposition(given) {
                invoice.payments.remove(place);
                invoice.state = InvoiceState::Pending(issue);
            }
        }),
        InvoiceFact::PaymentRefunded { amount } => {
            if let Some(invoice) = find(snapshot, id) {
                invoice.refunded = invoice.refunded.checked_add(*amount)?;
            }
        }
        InvoiceFact::Voided { refunded, .. } => void(snapshot, id, (at, *refunded))?,
    }
    Ok(())
}

/// Changes an invoice that was issued.
fn issued(snapshot: &mut Snapshot, id: &InvoiceHandle, change: impl FnOnce(&mut Invoice, Issue)) {
    if let Some(invoice) = find(snapshot, id)
        && let Some(issue) = invoice.issue()
    {
        change(invoice, issue);
    }
}

/// What a credit pays after the invoice was issued is not earned by it, unless that is money.
fn earn_less(
    snapshot: &mut Snapshot,
    id: &InvoiceHandle,
    payment: &Payment,
) -> Result<(), AmountError> {
    if let Some(by) = &payment.credit
        && let Some(invoice) = find(snapshot, id)
    {
        invoice.totals.revenue = invoice.totals.revenue.checked_sub(by.revenue)?;
    }
    Ok(())
}

fn void(
    snapshot: &mut Snapshot,
    id: &InvoiceHandle,
    (at, refunded): (Timestamp, Amount),
) -> Result<(), AmountError> {
    unuse_discounts(snapshot, id, at)?;
    known::take_back(snapshot, id)?;
    if let Some(invoice) = find(snapshot, id) {
        invoice.refunded = refunded;
        invoice.totals.revenue = Amount::zero(invoice.currency);
        invoice.state = InvoiceState::Void { issue: invoice.issue(), at };
    }
    Ok(())
}

/// A draft, or the final invoice in its place; amounts of discounts are used when it is final.
fn put(snapshot: &mut Snapshot, invoice: &Invoice) -> Result<(), AmountError> {
    snapshot.minted.note(&invoice.id);
    if let Some(issue) = invoice.issue() {
        use_discounts(snapshot, invoice, (true, issue.date))?;
    }
    if let Cause::Rollup { at, part, .. } = &invoice.cause
        && snapshot.invoice(&invoice.id).is_none()
        && let Some(rollup) = &mut Arc::make_mut(&mut snapshot.payer).rollup
    {
        rollup.last = Some(RollupRun { at: *at, parts: part.saturating_add(1) });
    }
    if let Cause::Next { request } = &invoice.cause {
        snapshot.minted.note(request);
    }
    if let Cause::Reissue { invoice: old } = &invoice.cause
        && let Some(old) = snapshot.invoices.iter_mut().find(|known| known.id == *old)
    {
        Arc::make_mut(old).reissued_as = Some(invoice.id.clone());
    }
    known::take_back(snapshot, &invoice.id)?;
    match snapshot.invoices.iter_mut().find(|known| known.id == invoice.id) {
        Some(known) => *known = Arc::new(invoice.clone()),
        None => snapshot.invoices.push(Arc::new(invoice.clone())),
    }
    known::note(snapshot, invoice)
}
