//! What is left of a credit is the sum of its log, never below zero; and what invoices say credits
//! paid is what the logs say.

use std::collections::BTreeMap;

use crate::audit::finding::{Finding, own};
use crate::audit::sold;
use crate::audit::used::used;
use crate::credit::{Credit, Entry, balance};
use crate::id::InvoiceHandle;
use crate::invoice::{CreditDetail, Invoice, InvoiceState, Settling};
use crate::snapshot::Snapshot;

pub(crate) fn check(snapshot: &Snapshot) -> Vec<Finding> {
    let credits = snapshot.credits.iter().filter_map(|credit| log(credit));
    let sums = [applied(snapshot), restored(snapshot)];
    let paid = |invoice: &std::sync::Arc<Invoice>| paid(&sums, invoice);
    credits.chain(own(snapshot).filter_map(paid)).chain(sold::check(snapshot)).collect()
}

fn log(credit: &Credit) -> Option<Finding> {
    let entry = |entry: &crate::credit::LogEntry| Entry {
        action: entry.action,
        amount: entry.value.number(),
    };
    let entries: Vec<Entry> = credit.log.iter().map(entry).collect();
    match balance(&entries) {
        Err(error) => Some(format!("credit {}: {error}", credit.id)),
        Ok(left) if left != credit.balance.number() => {
            let (id, noted) = (&credit.id, credit.balance.number());
            let unit = credit.money().map_or("units", |_| "minor units");
            Some(format!("credit {id} has {noted} left and its log {left}, in {unit}"))
        }
        Ok(_) => None,
    }
}

/// Sums in minor units, by invoice.
type Sums<'a> = BTreeMap<&'a InvoiceHandle, i128>;

fn amount(detail: &CreditDetail) -> i128 {
    i128::from(detail.net.minor) + i128::from(detail.tax.minor)
}

/// What invoices that stand restored of each earlier one.
fn restored(snapshot: &Snapshot) -> Sums<'_> {
    let live =
        snapshot.invoices.iter().filter(|each| !matches!(each.state, InvoiceState::Void { .. }));
    let mut sums = BTreeMap::new();
    for detail in live.flat_map(|other| &other.credits) {
        if let Settling::Restored { invoice, .. } = &detail.of {
            *sums.entry(invoice).or_default() += amount(detail);
        }
    }
    sums
}

/// What all logs together say that credits paid of each invoice.
fn applied(snapshot: &Snapshot) -> Sums<'_> {
    let mut sums = BTreeMap::new();
    for credit in snapshot.credits.iter().filter(|credit| credit.money().is_some()) {
        for (invoice, value) in used(credit) {
            *sums.entry(invoice).or_default() += value.to_i64().map_or(0, i128::from);
        }
    }
    sums
}

/// The log of an invoice comes to its credits less what later ones restored of them, and to nothing
/// once it is void. What it gave itself is no payment.
fn paid([applied, restored]: &[Sums<'_>; 2], known: &Invoice) -> Option<Finding> {
    let wanted: i128 = match known.state {
        InvoiceState::Void { .. } => 0,
        _ => {
            let paid: i128 = known.credits.iter().map(amount).filter(|amount| *amount > 0).sum();
            let later = known.payments.iter().filter(|payment| payment.credit.is_some());
            let later: i128 = later.map(|payment| i128::from(payment.amount.minor)).sum();
            paid + later + restored.get(&known.id).copied().unwrap_or(0)
        }
    };
    let found = applied.get(&known.id).copied().unwrap_or(0);
    (found != wanted).then(|| {
        format!("invoice {} was paid {wanted} by credits and their logs say {found}", known.id)
    })
}
