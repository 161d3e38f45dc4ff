//! Money that came outside the service. What is too much becomes a credit.

use crate::command::MarkPaid;
use crate::credit::{Origin, apply, issue};
use crate::definition::Faults;
use crate::fact::{Fact, InvoiceFact};
use crate::invoice::state::{InvoiceState, Payment};
use crate::refusal::Refusal;
use crate::work::Work;

/// Records a payment of an open invoice.
pub(crate) fn mark_paid(work: &mut Work, wanted: &MarkPaid) -> Result<(), Refusal> {
    let invoice = work.snapshot.invoice(&wanted.invoice).ok_or(Refusal::NotFound)?.clone();
    match invoice.state {
        InvoiceState::Draft { .. } => return Err(Refusal::IsDraft),
        InvoiceState::Void { .. } => return Err(Refusal::IsVoid),
        InvoiceState::Paid { .. } => return Err(Refusal::IsPaid),
        InvoiceState::Pending(_) => {}
    }
    let due = invoice.due()?;
    let came = wanted.amount.unwrap_or(due);
    let mut faults = Faults::default();
    if came.currency != due.currency {
        faults.add("amount/currency", "currency_mismatch", "must be that of the invoice");
    }
    if !came.is_positive() {
        faults.add("amount/value_in_cents", "not_positive", "must be greater than zero");
    }
    if wanted.date.is_some_and(|date| date > work.now) {
        faults.add("paid_date", "in_the_future", "must not lie in the future");
    }
    if apply::is_full(&invoice) {
        let most = apply::MOST_PAYMENTS;
        let detail = format!("is one more than the {most} payments an invoice takes");
        faults.add("amount", "too_many_payments", detail);
    }
    faults.or(Some(())).map_err(Refusal::Invalid)?;
    let amount = came.checked_min(due)?;
    let payment = Payment {
        kind: wanted.kind,
        amount,
        date: wanted.date.unwrap_or(work.now),
        note: wanted.note.clone(),
        given_by: None,
        credit: None,
    };
    let (settles, at) = (amount == due, work.now);
    work.tell(Fact::Invoice {
        invoice: invoice.id.clone(),
        at,
        fact: InvoiceFact::PaymentRecorded { payment, settles },
    });
    let excess = came.checked_sub(amount)?;
    if excess.is_positive() {
        let credit = issue::issued(work, excess, Origin::Payment);
        work.tell(Fact::issued(credit, None));
    }
    Ok(())
}
