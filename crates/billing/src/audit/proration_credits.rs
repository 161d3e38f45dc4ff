//! Of no line more comes back than was billed, and what came back to an earlier invoice stands
//! there: as a payment, or as a refund.

use std::collections::BTreeMap;

use money::{Amount, AmountError};

use crate::audit::finding::Finding;
use crate::id::{InvoiceHandle, SubscriptionHandle};
use crate::invoice::{
    Credited, Derivation, Invoice, InvoiceState, Line, PaymentKind, ProrationCredit, Settling,
};
use crate::snapshot::Snapshot;
use crate::subscription::Subscription;

pub(crate) fn check(snapshot: &Snapshot) -> Vec<Finding> {
    let lines = lines(snapshot).unwrap_or_else(|error| vec![error.to_string()]);
    let known = known(snapshot);
    let mut of: BTreeMap<&SubscriptionHandle, Vec<&Invoice>> = BTreeMap::new();
    for invoice in live(snapshot) {
        let subscriptions = invoice.subscriptions().into_iter();
        subscriptions.for_each(|id| of.entry(id).or_default().push(invoice));
    }
    let ahead = snapshot.subscriptions.iter().flat_map(|subscription| {
        let invoices = of.get(&subscription.id).map_or(&[][..], Vec::as_slice);
        ahead(invoices, subscription)
    });
    let lines = lines.into_iter().chain(known).chain(ahead);
    let went = match went(snapshot) {
        Ok(went) => went,
        Err(error) => return vec![error.to_string()],
    };
    let dues = snapshot.invoices.iter().filter_map(|invoice| match booked(&went, invoice) {
        Ok(finding) => finding,
        Err(error) => Some(format!("invoice {} cannot be added up: {error}", invoice.id)),
    });
    lines.chain(dues).collect()
}

/// What was given back, by invoice: the document, the line and how much.
type Given<'a> = BTreeMap<&'a InvoiceHandle, Vec<(InvoiceHandle, usize, i128)>>;

/// What invoices know of what was given back of them is what the documents say that gave it.
fn known(snapshot: &Snapshot) -> Vec<Finding> {
    let mut given: Given<'_> = BTreeMap::new();
    for other in live(snapshot) {
        for line in &other.lines {
            let Derivation::ProrationCredit(back) = &line.derivation else { continue };
            let entry = (
                other.id.clone(),
                back.line,
                -i128::from(line.amount.minor) + i128::from(line.discount.minor),
            );
            given.entry(&back.invoice).or_default().push(entry);
        }
    }
    let mut findings = Vec::new();
    for invoice in &snapshot.invoices {
        // What comes back of a line is in the books of whoever pays for its subscription now.
        let is_here = |place: usize| {
            let line = invoice.lines.get(place);
            let of =
                line.and_then(|line| line.subscription.as_ref()).or(invoice.subscription.as_ref());
            of.is_none_or(|id| snapshot.subscription(id).is_some())
        };
        let entry = |credited: &Credited| {
            (credited.by.clone(), credited.line, i128::from(credited.amount.minor))
        };
        let mut noted: Vec<(InvoiceHandle, usize, i128)> =
            invoice.credited.iter().map(entry).collect();
        let mut given = given.remove(&invoice.id).unwrap_or_default();
        noted.retain(|(_, place, _)| is_here(*place));
        given.retain(|(_, place, _)| is_here(*place));
        given.sort();
        noted.sort();
        if given != noted {
            findings
                .push(format!("invoice {} does not know what was given back of it", invoice.id));
        }
    }
    findings
}

/// A subscription knows the invoices that billed what runs in advance.
fn ahead(invoices: &[&Invoice], subscription: &Subscription) -> Vec<Finding> {
    let named = |id: &InvoiceHandle| {
        subscription.state.advance_invoices.iter().any(|billed| billed.invoice == *id)
    };
    let runs = |line: &&Line| {
        let mut same = subscription
            .state
            .components()
            .filter(|(subscribed, state)| line.is_of(&subscribed.pricing, &state.component));
        let ends = same.find_map(|(_, state)| Some(state.progress.running?.served().end));
        line.is_ahead() && ends.is_some_and(|end| line.period.end >= end)
    };
    let bills = |invoice: &&&Invoice| {
        let mut own = invoice.lines.iter().filter(|line| invoice.is_of(line, &subscription.id));
        own.any(|line| runs(&line))
    };
    let running = invoices.iter().filter(bills);
    let unknown = running.filter(|invoice| subscription.is_live() && !named(&invoice.id));
    unknown
        .map(|invoice| {
            format!("subscription {} does not know invoice {}", subscription.id, invoice.id)
        })
        .collect()
}

/// What came back of each line, document by document: the one that goes beyond the line is named.
fn lines(snapshot: &Snapshot) -> Result<Vec<Finding>, AmountError> {
    let waits = "a pending line";
    let pending = snapshot.pending_lines.all().map(|line| (waits.to_owned(), line));
    let made = live(snapshot).flat_map(|known| {
        known.lines.iter().map(move |line| (format!("invoice {}", known.id), line))
    });
    let known: BTreeMap<&InvoiceHandle, &Invoice> =
        snapshot.invoices.iter().map(|invoice| (&invoice.id, &**invoice)).collect();
    let mut sums: BTreeMap<(&InvoiceHandle, usize), Amount> = BTreeMap::new();
    let mut findings = Vec::new();
    let all: Vec<(String, &Line)> = made.chain(pending).collect();
    let raised = raised(&all)?;
    for (by, line) in all {
        let Derivation::ProrationCredit(back) = &line.derivation else { continue };
        let Some(billed) = known.get(&back.invoice).copied() else { continue };
        // What waits of a void invoice of who paid before is dropped when it is billed.
        let drops = by == waits && billed.payer != snapshot.payer.id;
        if !(drops && matches!(billed.state, InvoiceState::Void { .. })) {
            findings.extend(names(billed, line, back)?);
        }
        let Some(net) = billed.lines.get(back.line).map(Line::net).transpose()? else { continue };
        let raised = raised.get(&(&back.invoice, back.line)).copied();
        let net = net.checked_add(raised.unwrap_or(Amount::zero(billed.currency)))?;
        if raises(back, line) {
            continue;
        }
        let sum = sums.entry((&back.invoice, back.line)).or_insert(Amount::zero(billed.currency));
        let before = beyond(*sum, net)?;
        *sum = sum.checked_sub(line.amount)?;
        let over = beyond(*sum, net)?.checked_sub(before)?;
        if over.is_positive() {
            let (invoice, place) = (&back.invoice, back.line + 1);
            findings
                .push(format!("{by} gives back {over} too much of invoice {invoice} line {place}"));
        }
    }
    Ok(findings)
}

/// What adjustments charged on top of each line.
fn raised<'a>(
    all: &[(String, &'a Line)],
) -> Result<BTreeMap<(&'a InvoiceHandle, usize), Amount>, AmountError> {
    let mut raised: BTreeMap<(&InvoiceHandle, usize), Amount> = BTreeMap::new();
    for (_, line) in all {
        let Derivation::ProrationCredit(back) = &line.derivation else { continue };
        if raises(back, line) {
            let zero = Amount::zero(line.amount.currency);
            let sum = raised.entry((&back.invoice, back.line)).or_insert(zero);
            *sum = sum.checked_add(line.net()?)?;
        }
    }
    Ok(raised)
}

fn raises(back: &ProrationCredit, line: &Line) -> bool {
    back.adjusts.is_some() && line.amount.is_positive()
}

/// How much a sum that came back lies beyond what was billed, or on the wrong side of nothing.
fn beyond(sum: Amount, net: Amount) -> Result<Amount, AmountError> {
    let (sum, net) = match net.is_negative() {
        true => (sum.checked_neg()?, net.checked_neg()?),
        false => (sum, net),
    };
    match sum.is_negative() {
        true => sum.checked_neg(),
        false => Ok(sum.checked_sub(net)?.or_zero()),
    }
}

/// A line that comes back is one that stands, as it was billed.
fn names(
    billed: &Invoice,
    line: &Line,
    back: &ProrationCredit,
) -> Result<Option<Finding>, AmountError> {
    let known = billed.lines.get(back.line);
    let same = known.is_some_and(|each| each.net() == Ok(back.net) && each.bills_same(line));
    // What comes back of a draft waits until that is final, and is computed again then.
    let drafted = matches!(billed.state, InvoiceState::Draft { .. });
    let same = same || drafted;
    let stands = drafted || !matches!(billed.state, InvoiceState::Void { .. });
    let (id, place) = (&billed.id, back.line + 1);
    Ok((!same || !stands)
        .then(|| format!("what comes back of invoice {id} line {place} is not it")))
}

/// What later invoices say they gave back to each: what was due, and payments.
fn went(snapshot: &Snapshot) -> Result<BTreeMap<&InvoiceHandle, [i64; 2]>, AmountError> {
    let mut sums: BTreeMap<&InvoiceHandle, [i64; 2]> = BTreeMap::new();
    for detail in live(snapshot).flat_map(|known| &known.credits) {
        let (invoice, refunded) = match &detail.of {
            Settling::Due { invoice } => (invoice, false),
            Settling::Refund { invoice } => (invoice, true),
            Settling::Credit(_) | Settling::Restored { .. } => continue,
        };
        let amount = detail.amount()?.checked_neg()?.minor;
        let [due, paid] = sums.entry(invoice).or_default();
        let sum = if refunded { paid } else { due };
        *sum = sum.checked_add(amount).ok_or(AmountError::Overflow)?;
    }
    Ok(sums)
}

/// What later invoices say they gave back to one is what stands on it.
fn booked(
    went: &BTreeMap<&InvoiceHandle, [i64; 2]>,
    invoice: &Invoice,
) -> Result<Option<Finding>, AmountError> {
    let [lowered, refunded] = went.get(&invoice.id).copied().unwrap_or_default();
    // What a credit of the customer paid was not given back by any document.
    let by_document = invoice.payments.iter().filter(|paid| paid.credit.is_none());
    let credits = by_document.filter(|paid| paid.kind == PaymentKind::Credit);
    let credits = Amount::sum(invoice.currency, credits.map(|paid| paid.amount))?;
    let right = lowered == credits.minor && refunded <= invoice.refunded.minor;
    let amount = |minor| Amount::new(invoice.currency, minor);
    let (lowered, refunded) = (amount(lowered), amount(refunded));
    Ok((!right).then(|| {
        format!(
            "invoice {} was given back {lowered} and {refunded}, and does not say so",
            invoice.id
        )
    }))
}

fn live(snapshot: &Snapshot) -> impl Iterator<Item = &Invoice> {
    let invoices = snapshot.invoices.iter().map(|invoice| &**invoice);
    invoices.filter(|known| !matches!(known.state, InvoiceState::Void { .. }))
}
