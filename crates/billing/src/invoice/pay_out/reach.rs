//! Which documents what is given back may reach: those that a document corrects and what these rest
//! on, the documents that made credits of the subscription, and what is open of it.

use std::sync::Arc;

use calendar::Timestamp;
use money::{Amount, AmountError};

use crate::credit::{Credit, CreditState, Origin};
use crate::id::{CreditHandle, InvoiceHandle};
use crate::invoice::detail::Settling;
use crate::invoice::state::{Invoice, PaymentKind};
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;
use crate::subscription::{Refund, Subscription};

/// Whether the cancel of a subscription pays out what is left of its own credits.
pub(crate) fn pays_out_credits(subscription: &Subscription) -> bool {
    let refund = subscription.lifecycle.cancel.as_ref().map(|cancel| cancel.refund);
    matches!(refund, Some(Refund::Prorated | Refund::Full))
}

/// The credits that documents of a subscription made by giving back, oldest first.
pub(crate) fn made_by(snapshot: &Snapshot, subscription: &Subscription) -> Vec<Arc<Credit>> {
    let made = |credit: &&Arc<Credit>| {
        let source = credit.source.as_ref();
        let of = source.and_then(|source| source.subscription.as_ref());
        let own = credit.customer == snapshot.payer.id;
        own && credit.origin == Origin::Refund && of == Some(&subscription.id)
    };
    let mut found: Vec<Arc<Credit>> = snapshot.credits.iter().filter(made).cloned().collect();
    found.sort_by(|a, b| (a.created, &a.id).cmp(&(b.created, &b.id)));
    found
}

/// The documents that made credits of a subscription of which something is left, or of which these
/// invoices were paid.
pub(crate) fn sources(
    snapshot: &Snapshot,
    subscription: &Subscription,
    corrected: &[Arc<Invoice>],
) -> Result<Vec<InvoiceHandle>, Refusal> {
    if !pays_out_credits(subscription) {
        return Ok(Vec::new());
    }
    let made = made_by(snapshot, subscription);
    let paid = |credit: &Credit| {
        let mut details = corrected.iter().flat_map(|invoice| &invoice.credits);
        details.any(|detail| detail.of == Settling::Credit(credit.id.clone()))
    };
    let left = |known: &Credit| known.state == CreditState::Active && known.balance.is_positive();
    let wanted = made.iter().filter(|each| left(each) || paid(each));
    Ok(wanted.filter_map(|credit| Some(credit.source.as_ref()?.invoice.clone())).collect())
}

/// Whether a cancel that bills nothing pays out something of such credits.
pub(crate) fn has_reachable(
    snapshot: &Snapshot,
    subscription: &Subscription,
) -> Result<bool, Refusal> {
    let sources = sources(snapshot, subscription, &[])?;
    if sources.is_empty() {
        return Ok(false);
    }
    let mut found = corrected_by(snapshot, &sources)?;
    found.extend(open(snapshot, subscription, &found)?);
    for invoice in found {
        let mut payments = refundable(&invoice)?.into_iter();
        if invoice.due()?.is_positive() || payments.any(|(_, paid)| paid.is_positive()) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// These documents, what they correct, the documents whose giving back paid them, and so on; but
/// for those that another customer pays, whose dues and payments stay as they are.
pub(crate) fn corrected_by(
    snapshot: &Snapshot,
    from: &[InvoiceHandle],
) -> Result<Vec<Arc<Invoice>>, Refusal> {
    let mut found: Vec<Arc<Invoice>> = Vec::new();
    let mut ahead: Vec<InvoiceHandle> = from.to_vec();
    while let Some(id) = ahead.pop() {
        if found.iter().any(|known| known.id == id) {
            continue;
        }
        let invoice = snapshot.invoice(&id).ok_or_else(|| Refusal::not_loaded(&id))?;
        ahead.extend(invoice.rests_on().cloned());
        found.push(invoice.clone());
    }
    found.retain(|each| each.stands() && each.payer == snapshot.payer.id);
    found.sort_by(|a, b| key(a).cmp(&key(b)));
    Ok(found)
}

/// Other open invoices of a subscription, oldest first.
pub(crate) fn open(
    snapshot: &Snapshot,
    subscription: &Subscription,
    known: &[Arc<Invoice>],
) -> Result<Vec<Arc<Invoice>>, Refusal> {
    if !snapshot.has_open(&subscription.id) {
        return Err(Refusal::not_loaded(&subscription.id));
    }
    let is_open = |invoice: &&Arc<Invoice>| {
        invoice.subscriptions().contains(&subscription.id)
            && invoice.payer == snapshot.payer.id
            && invoice.stands()
            && invoice.due().is_ok_and(Amount::is_positive)
            && !known.iter().any(|known| known.id == invoice.id)
    };
    let mut open: Vec<Arc<Invoice>> = snapshot.invoices.iter().filter(is_open).cloned().collect();
    open.sort_by(|a, b| key(a).cmp(&key(b)));
    Ok(open)
}

/// What an invoice bills a subscription: one of a rollup bills others too, and what is given back
/// to one lowers nothing of theirs.
pub(crate) fn gross_of(
    invoice: &Invoice,
    subscription: &Subscription,
) -> Result<Amount, AmountError> {
    if invoice.subscription.is_some() {
        return Ok(invoice.totals.total);
    }
    let own = invoice.lines.iter().filter(|line| invoice.is_of(line, &subscription.id));
    let grosses = own.map(|line| line.net()?.checked_add(line.tax));
    Ok(Amount::sum(invoice.currency, grosses.collect::<Result<Vec<_>, _>>()?)?.or_zero())
}

pub(crate) fn key(invoice: &Invoice) -> (Timestamp, Timestamp, &InvoiceHandle) {
    (invoice.billing_date, invoice.created, &invoice.id)
}

/// Payments that may go back, with their dates: what went back before was of the newest.
pub(crate) fn refundable(invoice: &Invoice) -> Result<Vec<(Timestamp, Amount)>, AmountError> {
    let money = invoice.payments.iter().filter(|paid| paid.kind != PaymentKind::Credit);
    let mut payments: Vec<(Timestamp, Amount)> =
        money.map(|paid| (paid.date, paid.amount)).collect();
    payments.sort_by_key(|(date, _)| std::cmp::Reverse(*date));
    let mut gone = invoice.refunded;
    for (_, amount) in &mut payments {
        let taken = gone.checked_min(*amount)?;
        *amount = amount.checked_sub(taken)?;
        gone = gone.checked_sub(taken)?;
    }
    Ok(payments)
}

/// What is left of what credits paid of an invoice, the last first, and when each paid.
pub(crate) fn paid_by_credits(
    invoice: &Invoice,
) -> Result<Vec<(CreditHandle, Amount, Option<Timestamp>)>, AmountError> {
    let mut paid = Vec::new();
    for payment in invoice.payments.iter().rev() {
        let Some(by) = &payment.credit else { continue };
        let left = payment.amount.checked_sub(by.restored)?;
        paid.push((by.credit.clone(), left, Some(payment.date)));
    }
    let issued = invoice.issue().map(|issue| issue.date);
    for detail in invoice.credits.iter().rev() {
        let Settling::Credit(id) = &detail.of else { continue };
        paid.push((id.clone(), detail.amount()?.checked_sub(detail.restored)?, issued));
    }
    Ok(paid)
}

/// What the payer itself paid, or owes, of these documents, in the order in which they are lowered.
pub(crate) fn first(
    snapshot: &Snapshot,
    direct: &[InvoiceHandle],
) -> Result<Vec<Arc<Invoice>>, Refusal> {
    let mut first: Vec<Arc<Invoice>> = Vec::new();
    for id in direct {
        let billed = snapshot.invoice(id).ok_or_else(|| Refusal::not_loaded(id))?;
        let own = billed.payer == snapshot.payer.id;
        if own && billed.stands() && !first.iter().any(|known| known.id == *id) {
            first.push(billed.clone());
        }
    }
    first.sort_by(|a, b| key(a).cmp(&key(b)));
    Ok(first)
}
