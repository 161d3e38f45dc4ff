//! Small changes that move no money by themselves.

use calendar::Timestamp;

use crate::decision::command::PatchSubscription;
use crate::decision::{Fact, Refusal, Work};
use crate::fault::Faults;
use crate::snapshot::{Handle, InvoiceState};

/// Details of an invoice, as long as nothing of it is paid.
pub(in crate::decision) fn invoice(
    work: &mut Work,
    id: &Handle,
    due_date: Option<Timestamp>,
) -> Result<(), Refusal> {
    let own = work.snapshot.invoice(id).ok_or(Refusal::NotFound)?;
    let issue = match &own.state {
        InvoiceState::Void { .. } => return Err(Refusal::IsVoid),
        InvoiceState::Paid { .. } => return Err(Refusal::IsPaid),
        InvoiceState::Draft { .. } => return Err(Refusal::IsDraft),
        InvoiceState::Pending(issue) => *issue,
    };
    if own.paid()?.is_positive() {
        return Err(Refusal::PartlyPaid);
    }
    let due_date = due_date.unwrap_or(issue.due);
    if due_date < issue.date {
        let mut faults = Faults::default();
        faults.add("due_date", "before_issue", "must not lie before the invoice date");
        return Err(Refusal::Invalid(faults));
    }
    work.tell(Fact::InvoiceUpdated { invoice: id.clone(), at: work.now, due_date });
    Ok(())
}

/// Details of a subscription; they hold for invoices to come.
pub(in crate::decision) fn subscription(
    work: &mut Work,
    wanted: &PatchSubscription,
) -> Result<(), Refusal> {
    let own = work.snapshot.subscription(&wanted.subscription).ok_or(Refusal::NotFound)?;
    let minimum = wanted.minimum.unwrap_or(own.minimum);
    if minimum.is_some_and(|minimum| minimum.currency != own.currency) {
        let mut faults = Faults::default();
        let detail = "must be the currency of the subscription";
        faults.add("minimum_spend/currency", "currency_mismatch", detail);
        return Err(Refusal::Invalid(faults));
    }
    let fact = Fact::SubscriptionUpdated {
        subscription: own.id.clone(),
        at: work.now,
        auto_charges: wanted.auto_charges.unwrap_or(own.auto_charges),
        due_days: wanted.due_days.unwrap_or(own.due_days),
        minimum,
    };
    work.tell(fact);
    Ok(())
}

/// Lets a parked subscription be billed again.
pub(in crate::decision) fn retry(work: &mut Work, id: &Handle) -> Result<(), Refusal> {
    let own = work.snapshot.subscription(id).ok_or(Refusal::NotFound)?;
    if own.parked.is_none() {
        return Err(Refusal::NotParked);
    }
    work.tell(Fact::SubscriptionRetried { subscription: id.clone(), at: work.now });
    Ok(())
}
