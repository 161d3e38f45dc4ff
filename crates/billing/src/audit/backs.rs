//! Of no line more comes back than was billed, and what came back to an earlier invoice stands
//! there: as a payment, or as a refund.

use std::collections::BTreeMap;

use calendar::Period;
use money::{Amount, AmountError};

use crate::audit::finding::Finding;
use crate::id::Handle;
use crate::invoice::{
    Credited, Derivation, Invoice, InvoiceState, Line, PaymentKind, ProrationCredit, Settling,
};
use crate::snapshot::Snapshot;
use crate::subscription::Subscription;

pub(crate) fn check(snapshot: &Snapshot) -> Vec<Finding> {
    let lines = lines(snapshot).unwrap_or_else(|error| vec![error.to_string()]);
    let known = known(snapshot);
    let ahead = snapshot.subscriptions.iter().flat_map(|own| ahead(snapshot, own));
    let lines = lines.into_iter().chain(known).chain(ahead);
    let went = match went(snapshot) {
        Ok(went) => went,
        Err(error) => return vec![error.to_string()],
    };
    let dues = snapshot.invoices.iter().filter_map(|own| match settled(&went, own) {
        Ok(finding) => finding,
        Err(error) => Some(format!("invoice {} cannot be added up: {error}", own.id)),
    });
    lines.chain(dues).collect()
}

/// What was given back, by invoice: the document, the line and how much.
type Given<'a> = BTreeMap<&'a Handle, Vec<(Handle, usize, i128)>>;

/// What invoices know of what was given back of them is what the documents say that gave it.
fn known(snapshot: &Snapshot) -> Vec<Finding> {
    let mut given: Given<'_> = BTreeMap::new();
    for other in live(snapshot) {
        for line in &other.lines {
            let Derivation::ProrationCredit(back) = &line.derivation else { continue };
            let entry = (other.id.clone(), back.line, -i128::from(line.amount.minor));
            given.entry(&back.invoice).or_default().push(entry);
        }
    }
    let mut findings = Vec::new();
    for own in &snapshot.invoices {
        let entry = |own: &Credited| (own.by.clone(), own.line, i128::from(own.amount.minor));
        let mut noted: Vec<(Handle, usize, i128)> = own.credited.iter().map(entry).collect();
        let mut given = given.remove(&own.id).unwrap_or_default();
        given.sort();
        noted.sort();
        if given != noted {
            findings.push(format!("invoice {} does not know what was given back of it", own.id));
        }
    }
    findings
}

/// A subscription knows the invoices that billed what runs in advance.
fn ahead(snapshot: &Snapshot, own: &Subscription) -> Vec<Finding> {
    let named = |id: &Handle| own.progress.advance_invoices.iter().any(|own| own.invoice == *id);
    let components = own.pricings.iter().flat_map(|state| {
        (0..state.configurations.len()).map(move |component| (&state.pricing.id, component))
    });
    let places = components.zip(&own.progress.components);
    let open: Vec<_> =
        places.filter_map(|(of, place)| Some((of, place.running?.served()))).collect();
    let runs = |line: &&Line| {
        let of = line.pricing.as_ref().map(|plan| &plan.id).zip(line.component);
        let same = |(own, period): &&(_, Period)| of == Some(*own) && line.period.end >= period.end;
        line.is_ahead() && open.iter().any(|own| same(&own))
    };
    let of = live(snapshot).filter(|invoice| invoice.subscription.as_ref() == Some(&own.id));
    let running = of.filter(|invoice| invoice.lines.iter().any(|line| runs(&line)));
    let unknown = running.filter(|invoice| own.is_live() && !named(&invoice.id));
    unknown
        .map(|invoice| format!("subscription {} does not know invoice {}", own.id, invoice.id))
        .collect()
}

/// What came back of each line, document by document: the one that goes beyond the line is named.
fn lines(snapshot: &Snapshot) -> Result<Vec<Finding>, AmountError> {
    let pending = snapshot.subscriptions.iter().flat_map(|own| &own.lifecycle.pending_lines);
    let pending = pending.map(|line| ("a pending line".to_owned(), line));
    let made = live(snapshot)
        .flat_map(|own| own.lines.iter().map(move |line| (format!("invoice {}", own.id), line)));
    let mut sums: BTreeMap<(&Handle, usize), Amount> = BTreeMap::new();
    let mut findings = Vec::new();
    for (by, line) in made.chain(pending) {
        let Derivation::ProrationCredit(back) = &line.derivation else { continue };
        let Some(billed) = snapshot.invoice(&back.invoice) else { continue };
        findings.extend(names(billed, line, back)?);
        let Some(net) = billed.lines.get(back.line).map(Line::net).transpose()? else { continue };
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
    let own = billed.lines.get(back.line);
    let same = own.is_some_and(|own| own.net() == Ok(back.net) && own.component == line.component);
    // What comes back of a draft waits until that is final, and is computed again then.
    let drafted = matches!(billed.state, InvoiceState::Draft { .. });
    let same = same || drafted;
    let stands = drafted || !matches!(billed.state, InvoiceState::Void { .. });
    let (id, place) = (&billed.id, back.line + 1);
    Ok((!same || !stands)
        .then(|| format!("what comes back of invoice {id} line {place} is not it")))
}

/// What later invoices say they gave back to each: what was due, and payments.
fn went(snapshot: &Snapshot) -> Result<BTreeMap<&Handle, [i64; 2]>, AmountError> {
    let mut sums: BTreeMap<&Handle, [i64; 2]> = BTreeMap::new();
    for detail in live(snapshot).flat_map(|own| &own.credits) {
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
fn settled(
    went: &BTreeMap<&Handle, [i64; 2]>,
    own: &Invoice,
) -> Result<Option<Finding>, AmountError> {
    let [lowered, refunded] = went.get(&own.id).copied().unwrap_or_default();
    let credits = own.payments.iter().filter(|paid| paid.kind == PaymentKind::Credit);
    let credits = Amount::sum(own.currency, credits.map(|paid| paid.amount))?;
    let right = lowered == credits.minor && refunded <= own.refunded.minor;
    let amount = |minor| Amount::new(own.currency, minor);
    let (lowered, refunded) = (amount(lowered), amount(refunded));
    Ok((!right).then(|| {
        format!("invoice {} was given back {lowered} and {refunded}, and does not say so", own.id)
    }))
}

fn live(snapshot: &Snapshot) -> impl Iterator<Item = &Invoice> {
    let invoices = snapshot.invoices.iter().map(|own| &**own);
    invoices.filter(|own| !matches!(own.state, InvoiceState::Void { .. }))
}
