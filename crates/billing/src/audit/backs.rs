//! Of no line more comes back than was billed, and what came back to an earlier invoice stands
//! there: as a payment, or as a refund.

use std::collections::BTreeMap;

use money::{Amount, AmountError};

use super::Finding;
use crate::snapshot::{
    Derivation, GivenBack, Handle, Invoice, InvoiceState, Line, PaymentKind, Settling, Snapshot,
};

pub(super) fn check(snapshot: &Snapshot) -> Vec<Finding> {
    let lines = lines(snapshot).unwrap_or_else(|error| vec![error.to_string()]);
    let dues = snapshot.invoices.iter().filter_map(|own| match settled(snapshot, own) {
        Ok(finding) => finding,
        Err(error) => Some(format!("invoice {} cannot be added up: {error}", own.id)),
    });
    lines.into_iter().chain(dues).collect()
}

/// What came back of each line, by invoice and place.
fn lines(snapshot: &Snapshot) -> Result<Vec<Finding>, AmountError> {
    let waiting = snapshot.subscriptions.iter().flat_map(|own| &own.life.waiting);
    let all = live(snapshot).flat_map(|own| &own.lines).chain(waiting);
    let mut sums: BTreeMap<(&Handle, usize), Amount> = BTreeMap::new();
    let mut findings = Vec::new();
    for line in all {
        let Derivation::GivenBack(back) = &line.derivation else { continue };
        let Some(billed) = snapshot.invoice(&back.invoice) else { continue };
        let sum = sums.entry((&back.invoice, back.line)).or_insert(Amount::zero(billed.currency));
        *sum = sum.checked_sub(line.amount)?;
        findings.extend(names(billed, line, back)?);
    }
    for ((invoice, place), sum) in sums {
        let billed = snapshot.invoice(invoice).and_then(|own| own.lines.get(place));
        let net = billed.map(Line::net).transpose()?;
        let within = |net: Amount| match net.is_negative() {
            true => (net.minor..=0).contains(&sum.minor),
            false => (0..=net.minor).contains(&sum.minor),
        };
        if !net.is_some_and(within) {
            let place = place + 1;
            findings
                .push(format!("invoice {invoice} line {place} gave back {sum}, more than it was"));
        }
    }
    Ok(findings)
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
