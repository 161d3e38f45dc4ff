//! Making an invoice final: credits pay, dates are set, and nothing changes any more.

use std::sync::Arc;

use calendar::Timestamp;
use money::Ratio;

use super::{Fact, Refusal, Work, bill, compose, due, expire, instant};
use crate::invoice::Settled;
use crate::snapshot::{
    Credit, CreditDetail, CreditState, Handle, Invoice, InvoiceState, Means, Origin, Snapshot,
    Subscription,
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
        facts.push(Fact::CreditApplied {
            credit: detail.credit.clone(),
            invoice: invoice.id.clone(),
            at: now,
            amount: detail.amount()?,
        });
    }
    if invoice.totals.credits.is_negative() {
        let given = invoice.totals.credits.checked_neg()?;
        let credit = expire::plain(snapshot, now, given, Origin::Refund);
        let net = invoice.totals.credits_net;
        let tax = invoice.totals.credits.checked_sub(net)?;
        let (id, means) = (credit.id.clone(), None);
        invoice.credits.push(CreditDetail { credit: id, net, tax, means });
        let id = Some(invoice.id.clone());
        facts.push(Fact::CreditIssued { credit: Box::new(credit), invoice: id });
    }
    facts.insert(0, Fact::InvoiceFinalized(Box::new(invoice)));
    Ok(facts)
}

/// Drafts whose time of grace is over.
pub(super) fn drafts(work: &mut Work, at: Timestamp) -> Result<(), Refusal> {
    let over =
        |own: &&Arc<Invoice>| due::grace_end(&work.snapshot, own).is_some_and(|until| until <= at);
    let drafts: Vec<Handle> =
        work.snapshot.invoices.iter().filter(over).map(|own| own.id.clone()).collect();
    for draft in drafts {
        match recompute(&work.snapshot, &draft, work.now) {
            Ok(facts) => work.tell_all(facts),
            Err(refusal) => set_aside(work, &draft, refusal)?,
        }
    }
    Ok(())
}

/// Makes a draft final before its time.
pub(super) fn command(work: &mut Work, id: &Handle) -> Result<(), Refusal> {
    let facts = recompute(&work.snapshot, id, work.now)?;
    work.tell_all(facts);
    Ok(())
}

/// A draft is computed again from the subscription as it was, with what is known now.
fn recompute(snapshot: &Snapshot, id: &Handle, now: Timestamp) -> Result<Vec<Fact>, Refusal> {
    let draft = snapshot.invoice(id).ok_or(Refusal::NotFound)?;
    let InvoiceState::Draft { basis, .. } = &draft.state else {
        return Err(Refusal::NotDraft);
    };
    let current = snapshot.subscription(&basis.id).unwrap_or(basis);
    let (mut progress, lines) = bill::lines(snapshot, basis, draft.billing_date)?;
    progress.day = current.progress.day;
    let mut facts = Vec::new();
    if progress != current.progress && current.is_live() {
        facts.push(bill::billed(current, draft.billing_date, progress));
    }
    let invoice = Invoice { lines, ..Invoice::clone(draft) };
    facts.extend(finalize(snapshot, current, invoice, now)?);
    Ok(facts)
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
        credit: own.id.clone(),
        net: used.net,
        tax: used.tax,
        means: Some(Means {
            balance: Ratio::from(own.balance.minor),
            net: used.reached.0.clone(),
            tax: used.reached.1.clone(),
        }),
    })
    .collect()
}
