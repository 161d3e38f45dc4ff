//! Taking an invoice back: payments are refunded, credits come back once, what it gave is revoked,
//! and its lines are waived.

use std::collections::BTreeSet;
use std::sync::Arc;

use calendar::Timestamp;
use money::Amount;

use crate::credit::{Credit, CreditState, Origin, give_back, issue, units};
use crate::fact::{CreditFact, Fact, InvoiceFact, OneTimeFact};
use crate::id::{InvoiceHandle, OneTimeHandle};
use crate::invoice::detail::{CreditDetail, Settling};
use crate::invoice::line::Line;
use crate::invoice::state::{Invoice, InvoiceState};
use crate::invoice::{pending_lines, proration_credit};
use crate::one_time::OneTimeTiming;
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::Subscription;
use crate::work::Work;

/// Voids a draft, an open or a paid invoice.
pub(crate) fn void(work: &mut Work, id: &InvoiceHandle) -> Result<(), Refusal> {
    let invoice = work.snapshot.invoice(id).ok_or(Refusal::NotFound)?.clone();
    let credit_note = match invoice.state {
        InvoiceState::Void { .. } => return Err(Refusal::IsVoid),
        InvoiceState::Draft { .. } => false,
        InvoiceState::Pending(_) | InvoiceState::Paid { .. } => true,
    };
    if !invoice.credited.is_empty() {
        return Err(Refusal::CreditedLater);
    }
    for other in invoice.corrected() {
        proration_credit::loaded(&work.snapshot, other)?;
    }
    let of = invoice.subscription.as_ref();
    if of.is_some_and(|id| work.snapshot.subscription(id).is_none())
        && invoice.corrected().next().is_some()
    {
        // What it gave back would have to wait for an invoice that somebody else pays.
        return Err(Refusal::PayerChanged);
    }
    let mut facts = Vec::new();
    if credit_note {
        for detail in &invoice.credits {
            facts.push(undo(&work.snapshot, &invoice, detail, work.now)?);
        }
        facts.extend(unpaid(&work.snapshot, &invoice, work.now)?);
        facts.extend(unsold(&work.snapshot, &invoice, work.now)?);
    }
    let refunded = if credit_note { invoice.received()? } else { Amount::zero(invoice.currency) };
    let at = work.now;
    facts.insert(
        0,
        Fact::Invoice {
            invoice: id.clone(),
            at,
            fact: InvoiceFact::Voided { refunded, credit_note },
        },
    );
    facts.extend(goes_on_waiting(&work.snapshot, &invoice, at));
    facts.extend(one_times(&work.snapshot, &invoice, at)?);
    work.tell_all(facts);
    // What later documents gave back here of others is the customer's money.
    let given = invoice.given()?;
    if given.is_positive() {
        let credit = issue::issued(work, given, Origin::Payment);
        let invoice = Some(id.clone());
        work.tell(Fact::issued(credit, invoice));
    }
    Ok(())
}

/// What a void invoice gave back returns to the next one, as long as what it corrects is billed.
fn goes_on_waiting(snapshot: &Snapshot, void: &Invoice, at: Timestamp) -> Vec<Fact> {
    let of = void.subscriptions();
    let known = of.iter().filter_map(|id| snapshot.subscription(id));
    known.filter_map(|known| goes_on_waiting_of(snapshot, known, (void, at))).collect()
}

fn goes_on_waiting_of(
    snapshot: &Snapshot,
    subscription: &Subscription,
    (void, at): (&Invoice, Timestamp),
) -> Option<Fact> {
    let is_billed = |line: &&Line| {
        let corrected = line.corrects().and_then(|id| snapshot.invoice(id));
        let stands = |invoice: &Arc<Invoice>| !matches!(invoice.state, InvoiceState::Void { .. });
        void.is_of(line, &subscription.id) && corrected.is_some_and(stands)
    };
    let returned = void.lines.iter().filter(is_billed);
    let returned: Vec<Line> =
        returned.map(|line| Line { since: Some(at), ..line.clone() }).collect();
    let pending = snapshot.pending_lines.of(&subscription.id);
    let moved =
        !returned.is_empty() || pending.iter().any(|line| line.corrects() == Some(&void.id));
    moved.then(|| {
        let lines = pending_lines::without(pending, &void.id, returned);
        pending_lines::waits(snapshot, subscription, at, lines)
    })
}

/// One-time charges that were to stand on the next invoice wait for it again; others are cancelled.
fn one_times(snapshot: &Snapshot, void: &Invoice, at: Timestamp) -> Result<Vec<Fact>, Refusal> {
    let mut facts: Vec<Fact> = Vec::new();
    let ids: BTreeSet<&OneTimeHandle> = void.one_times().collect();
    for id in ids {
        let known = snapshot.one_time(id).ok_or_else(|| Refusal::not_loaded(id))?;
        let fact = match known.order.timing {
            OneTimeTiming::Next => OneTimeFact::Returned,
            OneTimeTiming::Immediate(_) => OneTimeFact::Cancelled,
        };
        facts.push(Fact::OneTime { one_time: id.clone(), at, fact });
    }
    Ok(facts)
}

/// A credit that paid comes back; one that was made is taken away, if nobody used it yet.
fn undo(
    snapshot: &Snapshot,
    invoice: &Invoice,
    detail: &CreditDetail,
    now: Timestamp,
) -> Result<Fact, Refusal> {
    let (amount, at) = (detail.amount()?, now);
    if let Settling::Due { invoice: lowered } = &detail.of {
        if !proration_credit::loaded(snapshot, lowered)?.stands() {
            // What it lowered is void since then, and what was given is a credit.
            return Err(Refusal::CreditUsed);
        }
        let (by, invoice, amount) = (invoice.id.clone(), lowered.clone(), amount.checked_neg()?);
        return Ok(Fact::Invoice {
            invoice,
            at,
            fact: InvoiceFact::PaymentWithdrawn { amount, by },
        });
    }
    // Money that was sent back does not come again by itself.
    let id = detail.credit().ok_or(Refusal::Refunded)?;
    let credit = snapshot.credit(id).ok_or_else(|| Refusal::not_loaded(id))?;
    let id = credit.id.clone();
    if let Settling::Restored { invoice, .. } = &detail.of {
        proration_credit::loaded(snapshot, invoice)?;
        let (invoice, amount) = (invoice.clone(), amount.checked_neg()?);
        let left = credit.money().is_some_and(|money| money.minor >= amount.minor);
        let usable = credit.state == CreditState::Active && left;
        return match usable {
            true => {
                let value = amount.into();
                let fact = CreditFact::Applied { invoice, value, usage: None };
                Ok(Fact::Credit { credit: id, at, fact })
            }
            false => Err(Refusal::CreditUsed),
        };
    }
    if amount.is_negative() {
        let unused = credit.balance == credit.issued && credit.state == CreditState::Active;
        let value = credit.balance.clone();
        return match unused {
            true => Ok(Fact::Credit {
                credit: id,
                at,
                fact: CreditFact::Revoked { invoice: Some(invoice.id.clone()), value },
            }),
            false => Err(Refusal::CreditUsed),
        };
    }
    let expires = renewed_expiry(credit, invoice.issue().map(|issue| issue.date), now)?;
    let (invoice, value, usage) = (invoice.id.clone(), amount.into(), None);
    let fact = CreditFact::Restored { invoice, value, expires, usage };
    Ok(Fact::Credit { credit: id, at, fact })
}

/// What it sold is taken away, units that it used come back, and so does what it took of credits.
fn unsold(snapshot: &Snapshot, invoice: &Invoice, at: Timestamp) -> Result<Vec<Fact>, Refusal> {
    let issued = invoice.issue().map(|issue| issue.date);
    let renewed = |credit: &Credit| renewed_expiry(credit, issued, at);
    let mut facts = give_back::ungranted(snapshot, invoice, at)?;
    facts.extend(units::restored(snapshot, invoice, renewed, at)?);
    facts.extend(give_back::restored(snapshot, invoice, renewed, at)?);
    Ok(facts)
}

/// Credits that paid after it was issued get back what they paid.
fn unpaid(snapshot: &Snapshot, invoice: &Invoice, at: Timestamp) -> Result<Vec<Fact>, Refusal> {
    let mut facts = Vec::new();
    for payment in &invoice.payments {
        let Some(by) = &payment.credit else { continue };
        let credit = snapshot.credit(&by.credit);
        let credit = credit.ok_or_else(|| Refusal::not_loaded(&by.credit))?;
        let amount = payment.amount.checked_sub(by.restored)?;
        if !amount.is_positive() {
            continue;
        }
        let expires = renewed_expiry(credit, Some(payment.date), at)?;
        let (invoice, value, usage) = (invoice.id.clone(), amount.into(), None);
        let fact = CreditFact::Restored { invoice, value, expires, usage };
        facts.push(Fact::Credit { credit: by.credit.clone(), at, fact });
    }
    Ok(facts)
}

/// A credit that lapsed meanwhile has the time that it had left when it paid.
pub(crate) fn renewed_expiry(
    credit: &Credit,
    paid_at: Option<Timestamp>,
    now: Timestamp,
) -> Result<Option<Timestamp>, Refusal> {
    let (Some(expires), Some(paid_at)) = (credit.expires, paid_at) else {
        return Ok(credit.expires);
    };
    if expires > now {
        return Ok(Some(expires));
    }
    let left = expires.as_nanosecond() - paid_at.as_nanosecond();
    let until = now.as_nanosecond().saturating_add(left.max(1));
    let until = Timestamp::from_nanosecond(until);
    Ok(Some(until.map_err(|_| calendar::CalendarError::OutOfRange)?))
}
