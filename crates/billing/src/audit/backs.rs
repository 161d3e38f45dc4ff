//! Of no line more comes back than was billed, and what came back to an earlier invoice stands
//! there: as a payment, or as a refund.

use std::collections::BTreeMap;

use money::{Amount, AmountError};

use super::Finding;
use crate::snapshot::{
    Credited, Derivation, GivenBack, Handle, Invoice, InvoiceState, Line, PaymentKind, Settling,
    Snapshot, Subscription,
};

pub(super) fn check(snapshot: &Snapshot) -> Vec<Finding> {
    let lines = lines(snapshot).unwrap_or_else(|error| vec![error.to_string()]);
    let known = snapshot.invoices.iter().flat_map(|own| known(snapshot, own));
    let ahead = snapshot.subscriptions.iter().flat_map(|own| ahead(snapshot, own));
    let lines = lines.into_iter().chain(known).chain(ahead);
    let dues = snapshot.invoices.iter().filter_map(|own| match settled(snapshot, own) {
        Ok(finding) => finding,
        Err(error) => Some(format!("invoice {} cannot be added up: {error}", own.id)),
    });
    lines.chain(dues).collect()
}

/// What an invoice knows of what was given back of it is what the documents say that gave it.
fn known(snapshot: &Snapshot, own: &Invoice) -> Vec<Finding> {
    let mut given: Vec<(&Handle, usize, i64)> = Vec::new();
    for other in live(snapshot) {
        for line in &other.lines {
            let Derivation::GivenBack(back) = &line.derivation else { continue };
            if back.invoice == own.id {
                given.push((&other.id, back.line, line.amount.minor.saturating_neg()));
            }
        }
    }
    let entry = |own: &'_ Credited| (own.by.clone(), own.line, own.amount.minor);
    let mut noted: Vec<(Handle, usize, i64)> = own.credited.iter().map(entry).collect();
    let mut given: Vec<(Handle, usize, i64)> =
        given.into_iter().map(|(by, line, minor)| (by.clone(), line, minor)).collect();
    given.sort();
    noted.sort();
    let wrong = given != noted;
    wrong.then(|| format!("invoice {} does not know what was given back of it", own.id))
        .into_iter()
        .collect()
}

/// A subscription knows every invoice with lines that were billed for time to come.
fn ahead(snapshot: &Snapshot, own: &Subscription) -> Vec<Finding> {
    let named = |id: &Handle| own.progress.advance_invoices.iter().any(|own| own.invoice == *id);
    let of = live(snapshot).filter(|invoice| invoice.subscription.as_ref() == Some(&own.id));
    let open = own.progress.places.iter().filter_map(|place| place.open);
    let Some(begun) = open.map(|open| open.served().start).max().filter(|_| own.is_live()) else {
        return Vec::new();
    };
    let runs = |line: &&Line| line.is_ahead() && own.running_until(line) > begun;
    let unknown = of.filter(|invoice| invoice.lines.iter().any(|line| runs(&line)));
    let unknown = unknown.filter(|invoice| !named(&invoice.id));
    unknown
        .map(|invoice| format!("subscription {} does not know invoice {}", own.id, invoice.id))
        .collect()
}

/// What came back of each line, document by document: the one that goes beyond the line is named.
fn lines(snapshot: &Snapshot) -> Result<Vec<Finding>, AmountError> {
    let pending = snapshot.subscriptions.iter().flat_map(|own| &own.life.waiting);
    let pending = pending.map(|line| ("a pending line".to_owned(), line));
    let made = live(snapshot).flat_map(|own| {
        own.lines.iter().map(move |line| (format!("invoice {}", own.id), line))
    });
    let mut sums: BTreeMap<(&Handle, usize), Amount> = BTreeMap::new();
    let mut findings = Vec::new();
    for (by, line) in made.chain(pending) {
        let Derivation::GivenBack(back) = &line.derivation else { continue };
        let Some(billed) = snapshot.invoice(&back.invoice) else { continue };
        findings.extend(names(billed, line, back)?);
        let Some(net) = billed.lines.get(back.line).map(Line::net).transpose()? else { continue };
        let sum = sums.entry((&back.invoice, back.line)).or_insert(Amount::zero(billed.currency));
        let before = beyond(*sum, net)?;
        *sum = sum.checked_sub(line.amount)?;
        let over = beyond(*sum, net)?.checked_sub(before)?;
        if over.is_positive() {
            let (invoice, place) = (&back.invoice, back.line + 1);
            findings.push(format!(
                "{by} gives back {over} too much of invoice {invoice} line {place}"
            ));
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
fn names(billed: &Invoice, line: &Line, back: &GivenBack) -> Result<Option<Finding>, AmountError> {
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

/// What later invoices say they gave back to one is what stands on it.
fn settled(snapshot: &Snapshot, own: &Invoice) -> Result<Option<Finding>, AmountError> {
    let to = |wanted: &Settling| {
        let details = live(snapshot).flat_map(|own| &own.credits).filter(|own| own.of == *wanted);
        let amounts = details.map(|own| own.amount().and_then(Amount::checked_neg));
        Amount::sum(own.currency, amounts.collect::<Result<Vec<_>, _>>()?)
    };
    let invoice = own.id.clone();
    let lowered = to(&Settling::Due { invoice: invoice.clone() })?;
    let refunded = to(&Settling::Refund { invoice })?;
    let credits = own.payments.iter().filter(|paid| paid.kind == PaymentKind::Credit);
    let credits = Amount::sum(own.currency, credits.map(|paid| paid.amount))?;
    let right = lowered == credits && refunded.minor <= own.refunded.minor;
    Ok((!right).then(|| {
        format!("invoice {} was given back {lowered} and {refunded}, and does not say so", own.id)
    }))
}

fn live(snapshot: &Snapshot) -> impl Iterator<Item = &Invoice> {
    let invoices = snapshot.invoices.iter().map(|own| &**own);
    invoices.filter(|own| !matches!(own.state, InvoiceState::Void { .. }))
}
