//! Details of an invoice that move no money.

use calendar::Timestamp;

use crate::definition::Faults;
use crate::fact::{Fact, InvoiceFact};
use crate::id::InvoiceHandle;
use crate::invoice::state::InvoiceState;
use crate::refusal::Refusal;
use crate::work::Work;

/// Details of an invoice, as long as nothing of it is paid.
pub(crate) fn update(
    work: &mut Work,
    id: &InvoiceHandle,
    due_date: Option<Timestamp>,
) -> Result<(), Refusal> {
    let invoice = work.snapshot.invoice(id).ok_or(Refusal::NotFound)?;
    let issue = match &invoice.state {
        InvoiceState::Void { .. } => return Err(Refusal::IsVoid),
        InvoiceState::Paid { .. } => return Err(Refusal::IsPaid),
        InvoiceState::Draft { .. } => return Err(Refusal::IsDraft),
        InvoiceState::Pending(issue) => *issue,
    };
    if invoice.paid()?.is_positive() {
        return Err(Refusal::PartlyPaid);
    }
    let due_date = due_date.unwrap_or(issue.due);
    if due_date < issue.date {
        let mut faults = Faults::default();
        faults.add("due_date", "before_issue", "must not lie before the invoice date");
        return Err(Refusal::Invalid(faults));
    }
    work.tell(Fact::Invoice {
        invoice: id.clone(),
        at: work.now,
        fact: InvoiceFact::Updated { due_date },
    });
    Ok(())
}
