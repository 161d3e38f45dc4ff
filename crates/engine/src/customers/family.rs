//! What a customer's place in its tree means for what is billed: its parent may pay for it, and it
//! may pay for others.

use billing::command::Command;
use billing::invoice::InvoiceState;
use records::customer::CustomerStatus;
use records::{Customer, CustomerId, SubscriptionId};
use store::subscription::Paid;

use crate::bill::load::{self, LoadScope, Scope};
use crate::bill::{Move, hold, move_payer, stored};
use crate::one_times::route;
use crate::{Failure, Refusal, Session};

/// Refuses to leave a parent who pays for live subscriptions, unless another one takes its place.
pub(super) fn check_parent(
    session: &mut Session<'_, '_>,
    before: &Customer,
    after: &Customer,
) -> Result<(), Failure> {
    if before.parent_customer_id == after.parent_customer_id {
        return Ok(());
    }
    let paid = paid_by_parent(session, &before.id)?.len();
    match (&after.parent_customer_id, paid) {
        (_, 0) => Ok(()),
        (None, paid) => {
            let detail = format!("The parent pays for {paid} live subscriptions of the customer.");
            Err(Refusal::conflict("has_parent_billed_subscriptions", detail).into())
        }
        (Some(parent), _) => {
            let company = session.company_id().to_owned();
            let currency = session.company().preferred_currency.clone();
            let row = store::customer::by_id(session.tx, &company, parent)?;
            let known = row.map(|row| row.record(&currency)).transpose()?;
            if known.is_some_and(|known| known.status == CustomerStatus::Archived) {
                let detail = "An archived customer cannot pay for the customer's subscriptions.";
                let pointer = "/parent_customer_id";
                return Err(Refusal::invalid(pointer, "archived", detail).into());
            }
            Ok(())
        }
    }
}

/// Lets the new parent pay for what the old one paid.
pub(super) fn follow_parent(
    session: &mut Session<'_, '_>,
    before: &Customer,
    after: &Customer,
) -> Result<(), Failure> {
    let (Some(from), Some(to)) = (&before.parent_customer_id, &after.parent_customer_id) else {
        return Ok(());
    };
    let paid = paid_by_parent(session, &after.id)?;
    if from == to || paid.is_empty() {
        return Ok(());
    }
    hold(session, &[from, to, &after.id])?;
    let subscriptions: Vec<SubscriptionId> = paid.into_iter().map(|paid| paid.id).collect();
    let moved = Move { subscriptions: &subscriptions, from, to, parent_billed: true };
    move_payer(session, &moved)?;
    route(session, &after.id)
}

/// The live subscriptions of a customer that its parent pays for.
fn paid_by_parent(
    session: &mut Session<'_, '_>,
    customer: &CustomerId,
) -> Result<Vec<Paid>, Failure> {
    let company = session.company_id().to_owned();
    let mut paid = store::subscription::paid(session.tx, &company, customer)?;
    paid.retain(|paid| paid.parent_billed);
    Ok(paid)
}

/// Refuses to archive a customer with whom something waits, or who pays for others.
pub(super) fn check_archive(
    session: &mut Session<'_, '_>,
    customer: &CustomerId,
) -> Result<(), Failure> {
    let (company, now) = (session.company_id().to_owned(), session.now());
    if !store::one_time::waiting_of(session.tx, &company, customer)?.is_empty() {
        let detail = "One-time charges of the customer wait for an invoice; drop them first.";
        return Err(Refusal::conflict("has_pending_charges", detail).into());
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
    let waits = drafts || snapshot.pending_lines.all().next().is_some();
    match waits || !snapshot.one_times.is_empty() {
        true => {
            let detail = "Lines wait for an invoice of the customer; bill or drop them first.";
            Err(Refusal::conflict("has_waiting_lines", detail).into())
        }
        false => Ok(()),
    }
}
