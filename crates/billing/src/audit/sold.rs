//! What an invoice sold is granted, once and from its line; and the units that its lines say
//! credits paid are those of the logs.

use std::collections::BTreeMap;

use money::Ratio;

use crate::audit::finding::{Finding, own};
use crate::audit::used::used;
use crate::credit::{Credit, sale};
use crate::id::{CreditHandle, InvoiceHandle};
use crate::invoice::{Invoice, InvoiceState};
use crate::snapshot::Snapshot;

pub(crate) fn check(snapshot: &Snapshot) -> Vec<Finding> {
    let mut logged: BTreeMap<(&InvoiceHandle, &CreditHandle), Ratio> = BTreeMap::new();
    for credit in snapshot.credits.iter().filter(|credit| credit.balance.units().is_some()) {
        for (invoice, units) in used(credit).into_iter().filter(|(_, units)| !units.is_zero()) {
            logged.insert((invoice, &credit.id), units);
        }
    }
    let mut findings = Vec::new();
    for invoice in own(snapshot) {
        findings.extend(ungranted(invoice));
        findings.extend(units(snapshot, invoice, &logged));
    }
    findings.extend(snapshot.credits.iter().filter_map(|credit| from_nowhere(snapshot, credit)));
    findings
}

/// Whether something is sold and was not granted.
fn ungranted(invoice: &Invoice) -> Option<Finding> {
    let mut lines = invoice.lines.iter().enumerate();
    let sells = lines.any(|(place, line)| sale::left(invoice, place, line) != Ok(None));
    (sale::is_due(invoice) && sells)
        .then(|| format!("invoice {} sold a credit that was not granted", invoice.id))
}

/// Whether its lines say of units what the logs do; of one that is void, or a draft, nothing.
fn units(
    snapshot: &Snapshot,
    invoice: &Invoice,
    logged: &BTreeMap<(&InvoiceHandle, &CreditHandle), Ratio>,
) -> Vec<Finding> {
    let mut wanted: BTreeMap<&CreditHandle, Ratio> = BTreeMap::new();
    if invoice.stands() {
        // The log of somebody who is paid for by others now is theirs.
        let here = |id: &CreditHandle| snapshot.credit(id).is_some();
        let all = invoice.lines.iter().flat_map(|line| line.credited());
        for each in all.filter(|each| here(&each.credit)) {
            *wanted.entry(&each.credit).or_insert(Ratio::ZERO) += &each.units;
        }
    }
    let mut found: BTreeMap<&CreditHandle, Ratio> = BTreeMap::new();
    for ((_, credit), units) in logged.iter().filter(|((id, _), _)| **id == invoice.id) {
        found.insert(*credit, units.clone());
    }
    let wrong = wanted != found;
    let said =
        || format!("invoice {} used units {wanted:?} and the logs say {found:?}", invoice.id);
    wrong.then(said).into_iter().collect()
}

/// Whether a credit says that a line sold it which is not there, or sold less.
fn from_nowhere(snapshot: &Snapshot, credit: &Credit) -> Option<Finding> {
    let sold = credit.sold.as_ref()?;
    // Another payer's books have it.
    let invoice = snapshot.invoice(&sold.invoice)?;
    let line = invoice.lines.get(sold.line);
    let value = line.and_then(|line| line.sold().ok().flatten());
    let fits = value.is_some_and(|value| {
        value.is_like(&credit.issued) && credit.issued.number() <= value.number()
    });
    let is_draft = matches!(invoice.state, InvoiceState::Draft { .. });
    let known = invoice.granted.iter().filter(|id| **id == credit.id).count() == 1;
    (!fits || is_draft || !known).then(|| {
        format!("credit {} was not sold by line {} of {}", credit.id, sold.line, invoice.id)
    })
}
