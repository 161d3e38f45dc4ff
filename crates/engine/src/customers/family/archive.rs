//! When a customer can be archived: nothing of it waits, and it pays for nobody.

use billing::command::Command;
use billing::invoice::InvoiceState;
use records::CustomerId;

use crate::bill::load::{self, LoadScope, Scope};
use crate::bill::stored;
use crate::{Failure, Refusal, Session};

/// Refuses to archive a customer with whom something waits, or who pays for others.
pub(in crate::customers) fn check_archive(
    session: &mut Session<'_, '_>,
    customer: &CustomerId,
) -> Result<(), Failure> {
    let (company, now) = (session.company_id().to_owned(), session.now());
    if !store::one_time::waiting_of(session.tx, &company, vec![customer.clone()])?.is_empty() {
        let detail = "One-time charges of the customer wait for an invoice; drop them first.";
        return Err(Refusal::conflict("has_pending_charges", detail).into());
    }
    let of = store::rollup::movable(session.tx, &company, vec![customer.clone()])?;
    if of.iter().any(|known| known.waits) {
        return Err(waits().into());
    }
    let mut billed = store::billed::by_ids(session.tx, &company, vec![customer.clone()])?;
    let Some(billed) = billed.pop() else { return Ok(()) };
    let (named, command) = (LoadScope::default(), Command::RunDue);
    let scope = Scope { named: &named, command: &command, until: stored::instant(now)? };
    let Some(loaded) = load::load(session, billed, scope)? else { return Ok(()) };
    let snapshot = &loaded.snapshot;
    let others = snapshot.subscriptions.iter().filter(|known| *known.customer != **customer);
    let paid = others.filter(|known| !known.is_over()).count();
    if paid > 0 {
        let detail = format!("The customer pays for {paid} live subscriptions of others.");
        return Err(Refusal::conflict("pays_for_others", detail).into());
    }
    let is_draft = |state: &InvoiceState| matches!(state, InvoiceState::Draft { .. });
    let drafts = snapshot.invoices.iter().any(|invoice| is_draft(&invoice.state));
    let lines = snapshot.pending_lines.all().next().is_some();
    match drafts || lines || !snapshot.one_times.is_empty() {
        true => Err(waits().into()),
        false => Ok(()),
    }
}

fn waits() -> Refusal {
    let detail = "Lines wait for an invoice of the customer; bill or drop them first.";
    Refusal::conflict("has_waiting_lines", detail)
}
