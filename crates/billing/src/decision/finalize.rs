//! Making an invoice final: credits pay, dates are set, and nothing changes any more.

use std::sync::Arc;

use calendar::Timestamp;
use money::{Amount, AmountError, Ratio};

use super::{Fact, Refusal, Work, back, bill, cancel, change, compose, due, instant, waiting};
use crate::invoice::Settled;
use crate::snapshot::{
    Cause, Credit, CreditDetail, CreditState, Handle, Invoice, InvoiceState, Line, Means, Progress,
    Settling, Snapshot, Subscription,
};

/// The facts of an invoice that is issued now.
pub(super) fn finalize(
    snapshot: &Snapshot,
    own: &Subscription,
    mut invoice: Invoice,
    now: Timestamp,
) -> Result<Vec<Fact>, Refusal> {
    let usable = |credit: &&Arc<Credit>| credit.state == CreditState::Active;
    let credits: Vec<&Arc<Credit>> = snapshot.credits.iter().filter(usable).collect();
    let payers = credits.iter().map(|credit| credit.payer()).collect();
    let settled = compose::total(snapshot, own, &mut invoice, payers)?;
    let issue = compose::issue(own.anchor.zone(), now, invoice.due_days)?;
    invoice.state = match invoice.totals.total.is_zero() {
        true => InvoiceState::Paid { issue, at: now },
        false => InvoiceState::Pending(issue),
    };
    invoice.credits = details(&settled, &credits);
    let mut facts = Vec::new();
    for detail in &invoice.credits {
        let Some(credit) = detail.credit().cloned() else { continue };
        facts.push(Fact::CreditApplied {
            credit,
            invoice: invoice.id.clone(),
            at: now,
            amount: detail.amount()?,
        });
    }
    facts.extend(back::pay_out(snapshot, own, &mut invoice, now)?);
    invoice.totals.revenue = revenue(snapshot, &invoice)?;
    facts.insert(0, Fact::InvoiceFinalized(Box::new(invoice)));
    Ok(facts)
}

/// The net of a document without what credits paid of it or got by it, but for those that are
/// money: what these pay is revenue as if paid in cash.
fn revenue(snapshot: &Snapshot, own: &Invoice) -> Result<Amount, AmountError> {
    let mut revenue = own.totals.net;
    for detail in &own.credits {
        let credit = detail.credit();
        let is_money = |id| snapshot.credit(id).is_some_and(|own| own.origin.is_money());
        if credit.is_some_and(|id| !is_money(id)) {
            revenue = revenue.checked_sub(detail.net)?;
        }
    }
    Ok(revenue)
}

/// Drafts whose time of grace is over.
pub(super) fn drafts(work: &mut Work, at: Timestamp) -> Result<(), Refusal> {
    let over =
        |own: &&Arc<Invoice>| due::grace_end(&work.snapshot, own).is_some_and(|until| until <= at);
    let drafts: Vec<Handle> =
        work.snapshot.invoices.iter().filter(over).map(|own| own.id.clone()).collect();
    let mut earlier: Vec<(Handle, Progress)> = Vec::new();
    for draft in drafts {
        match recompute(&work.snapshot, &draft, work.now, &earlier) {
            Ok((facts, subscription, progress)) => {
                work.tell_all(facts);
                earlier.insert(0, (subscription, progress));
            }
            Err(refusal) => set_aside(work, &draft, refusal)?,
        }
    }
    Ok(())
}

/// Drafts of a subscription that wait for late usage, made final before their time.
pub(super) fn waiting_drafts(work: &mut Work, id: &Handle) -> Result<(), Refusal> {
    let waits = |own: &&Arc<Invoice>| {
        let waits = matches!(own.state, InvoiceState::Draft { until: Some(_), .. });
        waits && own.subscription.as_ref() == Some(id)
    };
    let drafts: Vec<Handle> =
        work.snapshot.invoices.iter().filter(waits).map(|own| own.id.clone()).collect();
    for draft in drafts {
        let (facts, ..) = recompute(&work.snapshot, &draft, work.now, &[])?;
        work.tell_all(facts);
    }
    Ok(())
}

/// Makes a draft final before its time.
pub(super) fn command(work: &mut Work, id: &Handle) -> Result<(), Refusal> {
    let (facts, ..) = recompute(&work.snapshot, id, work.now, &[])?;
    work.tell_all(facts);
    Ok(())
}

/// A draft is computed again from the subscription as it was, with what is known now, and with what
/// drafts before it came to, the last first.
fn recompute(
    snapshot: &Snapshot,
    id: &Handle,
    now: Timestamp,
    earlier: &[(Handle, Progress)],
) -> Result<(Vec<Fact>, Handle, Progress), Refusal> {
    let draft = snapshot.invoice(id).ok_or(Refusal::NotFound)?;
    let InvoiceState::Draft { basis, .. } = &draft.state else {
        return Err(Refusal::NotDraft);
    };
    let current = snapshot.subscription(&basis.id).unwrap_or(basis);
    let mut basis = Subscription::clone(basis);
    if let Some((_, before)) = earlier.iter().find(|(own, _)| *own == basis.id) {
        basis.progress.count_on(before);
    }
    let (progress, mut lines) = again(snapshot, &mut basis, draft)?;
    basis.life.waiting.retain(|line| waiting::stands_on(line, draft));
    // What waited is not forgiven, also where the rest was.
    basis.life.pause = None;
    lines.extend(waiting::take(snapshot, &basis)?.0);
    let mut facts = Vec::new();
    let mut counted = current.progress.clone();
    counted.count_on(&progress);
    if counted != current.progress && current.is_live() && !has_later(snapshot, draft) {
        facts.push(bill::billed(current, draft.billing_date, counted));
    }
    let invoice = Invoice { lines, ..Invoice::clone(draft) };
    facts.extend(finalize(snapshot, current, invoice, now)?);
    facts.extend(corrected(current, &facts, now)?);
    Ok((facts, basis.id, progress))
}

/// What waits to come back of a draft is what comes back of the invoice that it became.
fn corrected(own: &Subscription, facts: &[Fact], now: Timestamp) -> Result<Option<Fact>, Refusal> {
    let made = facts.iter().find_map(|fact| match fact {
        Fact::InvoiceFinalized(made) => Some(made),
        _ => None,
    });
    let Some(made) = made else { return Ok(None) };
    let lines = waiting::corrected(own, made)?;
    Ok(lines.map(|lines| waiting::wait(own, now, lines)))
}

/// Whether a later draft of the same subscription goes on from this one.
fn has_later(snapshot: &Snapshot, own: &Invoice) -> bool {
    let later = |other: &&Arc<Invoice>| {
        other.subscription == own.subscription && other.billing_date > own.billing_date
    };
    let mut later = snapshot.invoices.iter().filter(later);
    later.any(|other| matches!(other.state, InvoiceState::Draft { .. }))
}

/// The lines of a draft as they are known now, but for those that waited for it.
fn again(
    snapshot: &Snapshot,
    basis: &mut Subscription,
    draft: &Invoice,
) -> Result<(Progress, Vec<Line>), Refusal> {
    // What the draft itself gives back is not given back before it is final.
    let others = || {
        let mut others = snapshot.clone();
        others.invoices.retain(|own| own.id != draft.id);
        let gives = |own: &&mut Arc<Invoice>| own.credited.iter().any(|by| by.by == draft.id);
        for own in others.invoices.iter_mut().filter(gives) {
            Arc::make_mut(own).credited.retain(|entry| entry.by != draft.id);
        }
        others
    };
    match draft.cause {
        Cause::Cancel { .. } => cancel::lines(&others(), basis, draft.billing_date),
        Cause::Change { .. } => {
            let (after, lines) = change::again(&others(), basis, draft.billing_date)?;
            // The change has cut what waited before it.
            basis.life.waiting = after.life.waiting;
            Ok((after.progress, lines))
        }
        _ => bill::lines(snapshot, basis, draft.billing_date),
    }
}

fn set_aside(work: &mut Work, draft: &Handle, refusal: Refusal) -> Result<(), Refusal> {
    let of = work.snapshot.invoice(draft).and_then(|draft| draft.subscription.clone());
    let own = of.and_then(|id| work.snapshot.subscription(&id).cloned());
    match own {
        Some(own) => instant::fail(work, &own, refusal),
        None => Err(refusal),
    }
}

fn details(settled: &Settled, credits: &[&Arc<Credit>]) -> Vec<CreditDetail> {
    let uses = settled.credits.iter();
    let uses = uses.filter_map(|used| Some((credits.get(used.credit)?, used)));
    uses.map(|(own, used)| CreditDetail {
        of: Settling::Credit(own.id.clone()),
        net: used.net,
        tax: used.tax,
        means: Some(Means {
            balance: Ratio::from(own.balance.minor),
            net: used.reached.0.clone(),
            tax: used.reached.1.clone(),
        }),
        restored: Amount::zero(own.balance.currency),
    })
    .collect()
}
