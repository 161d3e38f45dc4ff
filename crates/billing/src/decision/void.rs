//! Taking an invoice back: payments are refunded, credits come back once, what it gave is revoked,
//! and its lines are forgiven.

use calendar::Timestamp;
use money::Amount;

use super::{Fact, Refusal, Work};
use crate::snapshot::{Credit, CreditDetail, CreditState, Handle, Invoice, InvoiceState, Snapshot};

/// Voids a draft, an open or a paid invoice.
pub(super) fn void(work: &mut Work, id: &Handle) -> Result<(), Refusal> {
    let invoice = work.snapshot.invoice(id).ok_or(Refusal::NotFound)?.clone();
    let credit_note = match invoice.state {
        InvoiceState::Void { .. } => return Err(Refusal::IsVoid),
        InvoiceState::Draft { .. } => false,
        InvoiceState::Pending(_) | InvoiceState::Paid { .. } => true,
    };
    let mut facts = Vec::new();
    if credit_note {
        for detail in &invoice.credits {
            facts.push(undo(&work.snapshot, &invoice, detail, work.now)?);
        }
    }
    let refunded = if credit_note { invoice.paid()? } else { Amount::zero(invoice.currency) };
    let (invoice, at) = (id.clone(), work.now);
    facts.insert(0, Fact::InvoiceVoided { invoice, at, refunded, credit_note });
    work.tell_all(facts);
    Ok(())
}

/// A credit that paid comes back; one that was made is taken away, if nobody used it yet.
fn undo(
    snapshot: &Snapshot,
    invoice: &Invoice,
    detail: &CreditDetail,
    now: Timestamp,
) -> Result<Fact, Refusal> {
    let credit = snapshot.credit(&detail.credit).ok_or(Refusal::NotFound)?;
    let (id, at) = (credit.id.clone(), now);
    let amount = detail.amount()?;
    if amount.is_negative() {
        let unused = credit.balance == credit.issued && credit.state == CreditState::Active;
        let amount = credit.balance;
        return match unused {
            true => Ok(Fact::CreditRevoked {
                credit: id,
                invoice: Some(invoice.id.clone()),
                at,
                amount,
            }),
            false => Err(Refusal::CreditUsed),
        };
    }
    let expires = renewed_expiry(credit, invoice, now)?;
    Ok(Fact::CreditRestored { credit: id, invoice: invoice.id.clone(), at, amount, expires })
}

/// A credit that lapsed meanwhile has the time that it had left when it paid.
fn renewed_expiry(
    credit: &Credit,
    invoice: &Invoice,
    now: Timestamp,
) -> Result<Option<Timestamp>, Refusal> {
    let (Some(expires), Some(issue)) = (credit.expires, invoice.issue()) else {
        return Ok(credit.expires);
    };
    if expires > now {
        return Ok(Some(expires));
    }
    let left = expires.as_nanosecond() - issue.date.as_nanosecond();
    let until = now.as_nanosecond().saturating_add(left.max(1));
    let until = Timestamp::from_nanosecond(until);
    Ok(Some(until.map_err(|_| calendar::CalendarError::OutOfRange)?))
}
